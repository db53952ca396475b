import type { Handlers } from "#core/server/serve.ts";
import type { campaignPreview } from "../contract.ts";
import { peopleLeftOut } from "./peopleLeftOut.ts";
import { previewAudience } from "./previewAudience.ts";

export const campaignPreviewHandlers: Handlers<typeof campaignPreview> = {
  async audience(context, { body }) {
    const { within, scope, origin, ports } = context;
    // Before a database connection is taken: the carrier may be slow.
    const price = Number((await ports.sms.numbers.textPrices())?.outbound ?? Number.NaN);
    const preview = await within.readOnly(scope, origin, (unit) => previewAudience({ ...context, ...unit }, body));
    // Simulated texts cost nothing, which nobody needs to read.
    return { ...preview, price: price > 0 ? (preview.segments * price).toFixed(2) : null };
  },

  async leftOut(context, { body }) {
    const { within, scope, origin } = context;
    return within.readOnly(scope, origin, (unit) => peopleLeftOut({ ...context, ...unit }, body));
  },
};
