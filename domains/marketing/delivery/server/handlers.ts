import { Failure } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { addressOf, mailAddressKey, recordMailConsent, suppressionOf } from "../../consent/server/public.ts";
import type { domainChecks, mailBounces } from "../contract.ts";
import { checkDomain } from "./checkDomain.ts";

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

export const domainCheckHandlers: Handlers<typeof domainChecks> = {
  // No transaction is open while others are asked.
  async check({ ports: { email, dns, clock } }) {
    const checked_at = clock.now();
    const domain = email.server ? publicDomain(email.address) : "";
    const records = email.server && domain !== "" ? await checkDomain(dns, domain, email.server) : [];
    return { domain, checked_at, records };
  },
};

/** The domain of an address; empty for one that only this machine knows. */
function publicDomain(address: string): string {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/.test(domain) ? domain : "";
}
