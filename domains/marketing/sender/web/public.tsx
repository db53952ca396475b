import type { ComponentType } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { MarketingEmailProps } from "./MarketingEmailDialog.tsx";

/** Loaded when first opened. */
export const MarketingEmailDialog: ComponentType<MarketingEmailProps> = lazyDialog(
  () => import("./MarketingEmailDialog.tsx"),
  "MarketingEmailDialog",
);

export { senderTexts } from "./texts.ts";
