import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";

/** Chooses files of the location's library. */
export const LibraryPicker = lazyDialog(() => import("./LibraryPicker.tsx"), "LibraryPicker");
