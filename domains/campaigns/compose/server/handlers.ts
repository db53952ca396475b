import type { Handlers } from "#core/server/serve.ts";
import { signedFileUrl } from "#core/server/signedFileUrl.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { sendsPictures, textSender } from "#domains/locations/server/public.ts";
import { prepareImage, storeImage } from "#domains/templates/text/server/public.ts";
import {
  campaignPictureField,
  type campaignPictures,
  type campaignPreview,
  type emailPreview,
  type testEmails,
  type testTexts,
} from "../contract.ts";
import { checkEmail } from "./checkEmail.ts";
import { previewEmails } from "./previewEmails.ts";
import { peopleLeftOut, previewTexts } from "./previewTexts.ts";
import { emailTest, textTest } from "./sendTests.ts";

export const campaignPreviewHandlers: Handlers<typeof campaignPreview> = {
  async audience(context, { body }) {
    const { within, scope, origin, ports } = context;
    // Before a database connection is taken: the carrier may be slow.
    const price = Number((await ports.sms.numbers.textPrices())?.outbound ?? Number.NaN);
    const preview = await within.readOnly(scope, origin, (unit) => previewTexts({ ...context, ...unit }, body));
    // Simulated texts cost nothing, which nobody needs to read.
    return { ...preview, price: price > 0 ? (preview.segments * price).toFixed(2) : null };
  },

  async leftOut(context, { body }) {
    const { within, scope, origin } = context;
    return within.readOnly(scope, origin, (unit) => peopleLeftOut({ ...context, ...unit }, body));
  },
};

export const emailPreviewHandlers: Handlers<typeof emailPreview> = {
  async audience(context, { body }) {
    const { within, scope, origin } = context;
    return within.readOnly(scope, origin, (unit) => previewEmails({ ...context, ...unit }, body));
  },

  async preflight(context, { body }) {
    const { within, scope, origin } = context;
    return within.readOnly(scope, origin, (unit) => checkEmail({ ...context, ...unit }, body));
  },
};

export const testTextHandlers: Handlers<typeof testTexts> = {
  async send(context, { body }) {
    return textTest(context, body);
  },

  async status({ db, scope }) {
    const { dealer_id, location_id } = scope;
    const sender = await textSender(db, dealer_id, location_id);
    const number = sender?.number ?? null;
    const sends_pictures = (await sendsPictures(db, dealer_id, location_id)) ? 1 : 0;
    const is_registered = sender && !maySendMarketing(sender.registration) ? 0 : 1;
    return { is_ready: number === null ? 0 : 1, number, sends_pictures, is_registered };
  },
};

export const testEmailHandlers: Handlers<typeof testEmails> = {
  async send(context, { body }) {
    return emailTest(context, body);
  },
};

export const campaignPictureHandlers: Handlers<typeof campaignPictures> = {
  async add({ within, scope, origin, who, ports, secret }, { file }) {
    const picture = await prepareImage(scope.dealer_id, file, campaignPictureField.field);
    await within(scope, origin, (unit) => storeImage(unit, scope.dealer_id, who.user_id, picture));
    await ports.storage.put(picture.storage_key, picture.bytes, picture.type);
    return { picture: picture.storage_key, image: signedFileUrl(secret, picture.storage_key, ports.clock.now()) };
  },
};
