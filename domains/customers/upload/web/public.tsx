import type { ComponentType } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { UploadDialogProps } from "./UploadDialog.tsx";

export { RunningUploads } from "./RunningUploads.tsx";

/** Loaded when it first opens. */
export const UploadDialog: ComponentType<UploadDialogProps> = lazyDialog(
  () => import("./UploadDialog.tsx"),
  "UploadDialog",
);
