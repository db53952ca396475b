import type { ComponentType } from "react";
import { onDemand } from "#core/web/onDemand.tsx";
import type { UploadDialogProps } from "./UploadDialog.tsx";

export { RunningUploads } from "./RunningUploads.tsx";

/** Loaded when it first opens. */
export const UploadDialog: ComponentType<UploadDialogProps> = onDemand(
  () => import("./UploadDialog.tsx"),
  "UploadDialog",
);
