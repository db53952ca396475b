import type { Handlers } from "#core/server/serve.ts";
import type { emailPreview } from "../contract.ts";
import { checkMail } from "./checkMail.ts";
import { previewMailAudience } from "./previewMailAudience.ts";

export const emailPreviewHandlers: Handlers<typeof emailPreview> = {
  async audience(context, { body }) {
    const { within, scope, origin } = context;
    return within.readOnly(scope, origin, (unit) => previewMailAudience({ ...context, ...unit }, body));
  },

  async preflight(context, { body }) {
    const { within, scope, origin } = context;
    return within.readOnly(scope, origin, (unit) => checkMail({ ...context, ...unit }, body));
  },
};
