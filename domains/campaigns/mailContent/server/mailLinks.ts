import type { Server } from "#core/server/serve.ts";
import { signedLink } from "#core/server/signedLink.ts";
import { unsubscribeUrl } from "#domains/marketing/mailConsent/server/public.ts";
import type { RecipientKey } from "../../rules.ts";
import type { MailAddresses } from "./mailPattern.ts";

/** Where one person's mail of a campaign leads. */
export function mailLinks(
  { publicUrl, secret }: Pick<Server, "publicUrl" | "secret">,
  { dealer_id, campaign_id, n }: Omit<RecipientKey, "attempt">,
  address_id: number,
): MailAddresses {
  const own = [dealer_id, campaign_id, n] as const;
  const link = (place: number) => `${publicUrl}/l/${signedLink(secret, "l", ...own, place)}`;
  return {
    unsubscribe: unsubscribeUrl(publicUrl, secret, { dealer_id, address_id, campaign_id }),
    view: `${publicUrl}/v/${signedLink(secret, "v", ...own)}`,
    open: `${publicUrl}/o/${signedLink(secret, "o", ...own)}.gif`,
    scanner: link(0),
    link,
  };
}
