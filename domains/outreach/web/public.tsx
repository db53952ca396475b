import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";

export { CallOutcomes } from "./CallOutcomes.tsx";
export { callTexts, emailTexts } from "./texts.ts";
export { useCallLogger, useEmailWriter } from "./useOutreach.ts";
export const EmailDialog = lazyDialog(() => import("./EmailDialog.tsx"), "EmailDialog");
export const EditCallDialog = lazyDialog(() => import("./EditCallDialog.tsx"), "EditCallDialog");
