import { Failure } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { addressOf, mailAddressKey, recordMailConsent, suppressionOf } from "../../mailConsent/server/public.ts";
import type { mailBounces } from "../contract.ts";

const refusals = {
  unsubscribed: "This customer unsubscribed. Only they can resubscribe, with the link in any email.",
  complained: "This customer marked an email as spam and can't be emailed again.",
} as const;

export const mailBounceHandlers: Handlers<typeof mailBounces> = {
  async undo({ db, scope: { dealer_id }, who, now }, { body }) {
    const address_id = await addressOf(db, dealer_id, mailAddressKey(body.email));
    const known = address_id === undefined ? undefined : await suppressionOf(db, { dealer_id, address_id });
    if (address_id === undefined || !known) throw new Failure("conflict", "This address can already get email.");
    if (known.reason !== "bounced") throw new Failure("conflict", refusals[known.reason]);
    const words = "The bounce was a mistake";
    const consent = {
      dealer_id,
      address_id,
      event: "resubscribed",
      source: "staff",
      words,
      user_id: who.user_id,
    } as const;
    await recordMailConsent({ db, now }, consent);
  },
};
