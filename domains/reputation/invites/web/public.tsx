import type { ComponentType } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { SendInviteProps } from "./SendInviteDialog.tsx";

/** Asks somebody for a review, from any screen. */
export const SendInviteDialog: ComponentType<SendInviteProps> = lazyDialog(
  () => import("./SendInviteDialog.tsx"),
  "SendInviteDialog",
);
