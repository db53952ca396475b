import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";

/** Loaded when first opened. */
export const WorkingHoursDialog = lazyDialog(() => import("./WorkingHoursDialog.tsx"), "WorkingHoursDialog");
