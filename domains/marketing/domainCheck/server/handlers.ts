import type { Handlers } from "#core/server/serve.ts";
import type { domainChecks } from "../contract.ts";
import { checkDomain } from "./checkDomain.ts";

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
