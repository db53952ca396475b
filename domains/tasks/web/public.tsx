import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";

export const TaskDialog = lazyDialog(() => import("./TaskDialog.tsx"), "TaskDialog");
