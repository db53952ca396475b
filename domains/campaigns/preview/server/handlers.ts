import type { Handlers } from "#core/server/serve.ts";
import type { campaignPreview } from "../contract.ts";
import { previewAudience } from "./previewAudience.ts";

export const campaignPreviewHandlers: Handlers<typeof campaignPreview> = {
  async audience(context, { body }) {
    return previewAudience(context, body);
  },
};
