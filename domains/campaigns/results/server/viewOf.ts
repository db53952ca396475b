import type { Server } from "#core/server/serve.ts";
import { legalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import { addressIds } from "#domains/marketing/consent/server/public.ts";
import { senderOf } from "#domains/marketing/sender/server/public.ts";
import { composeMail } from "#domains/templates/email/server/public.ts";
import {
  companyValues,
  customersByIds,
  linkTarget,
  mailLinks,
  mailPattern,
  valuesFor,
} from "../../audience/server/public.ts";
import { campaignById } from "../../server/campaignStore.ts";
import { type EmailKey, recipientOf } from "./store.ts";

/**
 * Somebody's email as a page.
 *
 * @param isOwn the business looks at it: links lead where they should, without being counted, and nobody is unsubscribed.
 */
export async function viewOf(server: Server, mail: EmailKey, isOwn: boolean): Promise<string | undefined> {
  return server.within.business(mail, "an email as a page", async ({ db, now }) => {
    const recipient = await recipientOf(db, mail);
    const campaign = await campaignById(db, mail);
    if (!recipient || !campaign) return undefined;
    const { dealer_id } = mail;
    const location = { dealer_id, location_id: recipient.location_id };
    const sender = await senderOf(db, dealer_id, recipient.location_id);
    if (!sender) return undefined;
    const { subject, preheader, body } = campaign;
    const { business_name: business, postal_address: postalAddress } = sender;
    const legal = await legalAddresses(db, dealer_id, server.publicUrl);
    const composed = composeMail({ body, subject, preheader, business, postalAddress, legal });
    const [person] = await customersByIds(db, location, [recipient.customer_id]);
    const values = valuesFor(person ?? { first_name: "", last_name: "" }, await companyValues(db, location));
    // An erased person has no address, and so nothing to unsubscribe from.
    const isKnown = recipient.address !== "" && !isOwn;
    const ids = isKnown ? await addressIds(db, dealer_id, [recipient.address], now()) : new Map<string, number>();
    const address_id = ids.get(recipient.address);
    const links = mailLinks(server, mail, address_id ?? 0);
    // Nothing here is an opening: who reads it came by a link.
    const shown = { ...links, open: noPicture, scanner: "#", ...(address_id === undefined && { unsubscribe: "#" }) };
    const plain = { ...shown, view: "#", link: (n: number) => linkTarget(composed.links[n - 1] ?? "", values) ?? "#" };
    return mailPattern({ ...composed, subject })(values, isOwn ? plain : shown).html;
  });
}

const noPicture = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==";
