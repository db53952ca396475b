import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";

export { snoozeOptions } from "./snooze/snoozeTimes.ts";
export { snoozeTexts } from "./snooze/texts.ts";
export { useNextOpening } from "./snooze/useNextOpening.ts";
export const SnoozeDialog = lazyDialog(() => import("./snooze/SnoozeDialog.tsx"), "SnoozeDialog");
