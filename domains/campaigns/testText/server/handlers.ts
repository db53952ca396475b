import type { Handlers } from "#core/server/serve.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import type { testTexts } from "../contract.ts";
import { sendTestText } from "./sendTestText.ts";

export const testTextHandlers: Handlers<typeof testTexts> = {
  async send(context, { body }) {
    return sendTestText(context, body);
  },

  async status({ db, scope }) {
    const number = (await senderNumber(db, scope.dealer_id, scope.location_id)) ?? null;
    return { is_ready: number === null ? 0 : 1, number };
  },
};
