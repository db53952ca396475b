import type { Handlers } from "#core/server/serve.ts";
import { senderNumber, sendsPictures } from "#domains/locations/server/public.ts";
import type { testTexts } from "../contract.ts";
import { sendTestText } from "./sendTestText.ts";
import { isStoppedAsUnregistered } from "./store.ts";

export const testTextHandlers: Handlers<typeof testTexts> = {
  async send(context, { body }) {
    return sendTestText(context, body);
  },

  async status({ db, scope }) {
    const { dealer_id, location_id } = scope;
    const number = (await senderNumber(db, dealer_id, location_id)) ?? null;
    const sends_pictures = (await sendsPictures(db, dealer_id, location_id)) ? 1 : 0;
    const is_registered = (await isStoppedAsUnregistered(db, scope)) ? 0 : 1;
    return { is_ready: number === null ? 0 : 1, number, sends_pictures, is_registered };
  },
};
