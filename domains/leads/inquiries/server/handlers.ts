import { Failure, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { LeadAddress, leadAddress } from "../contract.ts";
import { addressOf, renewToken } from "./store.ts";

/** Days that a location's previous addresses work on. */
const previousDays = 30;
const dayMs = 86_400_000;

export const leadAddressHandlers: Handlers<typeof leadAddress> = {
  shown: (context) => shown(context),

  async renew(context) {
    const { db, scope, now, audit } = context;
    const { previous_until } = orNotFound(await addressOf(db, scope));
    if (previous_until !== null && previous_until > now())
      throw new Failure("conflict", "Your previous addresses still work. Change these once they have ended.");
    await renewToken(db, scope, new Date(now().getTime() + previousDays * dayMs));
    await audit({ action: "renewed the lead addresses of", subject: "location", subject_id: scope.location_id });
    return shown(context);
  },
};

async function shown({ db, scope, now, ports, publicUrl }: StaffContext): Promise<LeadAddress> {
  const { token, previous_until } = orNotFound(await addressOf(db, scope));
  const domain = ports.email.inboundDomain;
  return {
    email: domain ? `leads-${token}@${domain}` : "",
    url: `${publicUrl}/webhooks/leads/${token}`,
    previous_until: previous_until !== null && previous_until > now() ? previous_until.toISOString() : null,
  };
}
