import type { Deps } from "#core/server/serve.ts";
import { mailReference, readMailReference, replyMailbox } from "#core/server/signedLink.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { legalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import { takeFromQuota } from "#domains/quotas/server/public.ts";
import { type Deadline, deadlineIn } from "#ports/deadline.ts";
import type { MailResult, OutgoingMail } from "#ports/email/email.ts";
import { addressIds, mailAddressKey, suppressedAddresses, unsubscribeUrl } from "../../consent/server/public.ts";
import { receiveMailEvent } from "../../delivery/server/public.ts";
import { mayMarket, type SkipReason } from "../../rules/rules.ts";
import { type MailContent, type MailFooter, marketingMail } from "../rules.ts";
import { senderOf } from "./store.ts";

/** A marketing email to one mailbox. */
export interface MarketingEmail {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly to: string;
  /** What it says, around which the usual frame stands; or the whole email, made from its footer. */
  readonly content?: MailContent;
  readonly compose?: (footer: MailFooter) => MailContent;
  /** Of one that is stored: its replies come back to it where mails come in, and what is reported of it names it. */
  readonly email_id?: number | undefined;
}

export type MarketingEmailOutcome =
  | MailResult
  | { readonly kind: "skipped"; readonly reason: SkipReason }
  /** The location has no postal address yet, which every marketing email must show. */
  | { readonly kind: "unready" };

type Senders = Pick<Deps, "within" | "ports" | "secret" | "publicUrl" | "log">;

/**
 * Sends one marketing email: judged by the gate, with the footer and all that mail programs need to unsubscribe. A refused
 * address goes into the ledger at once.
 */
export async function sendMarketingEmail(deps: Senders, mail: MarketingEmail): Promise<MarketingEmailOutcome> {
  const { within, ports } = deps;
  const leaveBy = deadlineIn(ports.clock);
  const prepared = await within.business(mail, "a marketing email", (unit) => prepare(deps, unit, mail));
  if ("kind" in prepared) return prepared;
  return handOver(deps, prepared, leaveBy);
}

/** Hands an email to the mail server, once; a refused address goes into the ledger. */
async function handOver(deps: Senders, mail: OutgoingMail, leaveBy: Deadline): Promise<MailResult> {
  const result = await deps.ports.email.send(mail, leaveBy);
  if (result.kind === "refused" && result.bounce) {
    const { reference } = mail;
    const bounced = {
      kind: "bounced",
      bounce: result.bounce,
      words: result.words,
      event_id: `send:${reference}`,
    } as const;
    await receiveMailEvent(deps, { ...bounced, references: [reference] });
  }
  return result;
}

/** What a member writes to one customer. */
export interface PersonalEmail {
  readonly dealer_id: number;
  readonly location_id: number;
  /** Tells it apart from others to the same address, also in what is reported of it. */
  readonly email_id: number;
  readonly to: string;
  readonly content: MailContent;
  /** Where replies go unless they come back here, or the location has an address for them. */
  readonly reply_to: string;
}

/** A stored email's reference: no campaign's, and told from one that isn't stored by its short last id. */
const personalReference = (secret: string, dealer_id: number, address_id: number, email_id: number) =>
  mailReference(secret, dealer_id, address_id, 0, 0, email_id);

/** Which stored email a reference is about; undefined for any other mail's. */
export function personalEmailOf(secret: string, reference: string) {
  const { dealer_id, ids: [, campaign_id, recipient_n, id] = [] } = readMailReference([secret], reference) ?? {};
  if (dealer_id === undefined || campaign_id !== 0 || recipient_n !== 0 || id === undefined) return undefined;
  return { dealer_id, id };
}

/** Where replies to a stored email come back to; undefined where no mails come in. */
function replyAddress({ secret, ports }: Pick<Senders, "secret" | "ports">, dealer_id: number, email_id: number) {
  const { inboundDomain } = ports.email;
  return inboundDomain ? `${replyMailbox(secret, dealer_id, email_id)}@${inboundDomain}` : undefined;
}

/**
 * Sends what a member wrote to one customer, as it is: without the footer of offers, and also to those who unsubscribed
 * from them. The caller has asked whether the address takes mail, and counted it.
 */
export async function sendPersonalEmail(deps: Senders, email: PersonalEmail): Promise<MailResult> {
  const { within, ports, secret } = deps;
  const { dealer_id, location_id, email_id, to, content } = email;
  const leaveBy = deadlineIn(ports.clock);
  const prepared = await within.business({ dealer_id }, "a member's email", async ({ db, now }) => {
    const sender = await senderOf(db, dealer_id, location_id);
    const address = mailAddressKey(to);
    const address_id = (await addressIds(db, dealer_id, [address], now())).get(address) ?? 0;
    return {
      ...content,
      to,
      fromName: sender?.from_name ?? "",
      replyTo: replyAddress(deps, dealer_id, email_id) ?? (sender?.reply_to || email.reply_to),
      reference: personalReference(secret, dealer_id, address_id, email_id),
      tracksBounces: true,
    } as const;
  });
  return handOver(deps, prepared, leaveBy);
}

async function prepare(
  { secret, publicUrl, ports }: Senders,
  unit: UnitOfWork,
  { dealer_id, location_id, to, content, compose, email_id }: MarketingEmail,
): Promise<OutgoingMail | Exclude<MarketingEmailOutcome, MailResult>> {
  const { db, now } = unit;
  const sender = await senderOf(db, dealer_id, location_id);
  if (!sender || sender.postal_address === "") return { kind: "unready" };
  const address = mailAddressKey(to);
  const suppressed = await suppressedAddresses(db, dealer_id, [address]);
  const decision = mayMarket(
    {
      channel: "email",
      hasAddress: to.trim() !== "",
      suppression: suppressed.get(address) ?? null,
      isRemoved: false,
      isDuplicate: false,
      isUnanswered: false,
      isRecent: false,
      isCancelled: false,
      dueAt: now(),
      now: now(),
    },
    [],
  );
  if (decision.kind === "skip") return { kind: "skipped", reason: decision.reason };
  await takeFromQuota(unit, dealer_id, "mails");
  const address_id = (await addressIds(db, dealer_id, [address], now())).get(address) ?? 0;
  const url = unsubscribeUrl(publicUrl, secret, { dealer_id, address_id, campaign_id: null });
  const { business_name, postal_address, from_name } = sender;
  const reply_to =
    (email_id === undefined ? undefined : replyAddress({ secret, ports }, dealer_id, email_id)) ?? sender.reply_to;
  const legal = await legalAddresses(db, dealer_id, publicUrl);
  const footer = { business_name, postal_address, unsubscribeUrl: url, legal };
  const filled = compose?.(footer) ?? marketingMail(content ?? { subject: "", html: "", text: "" }, footer);
  return {
    ...filled,
    to,
    fromName: from_name,
    ...(reply_to && { replyTo: reply_to }),
    // Of no campaign; the time tells those that aren't stored apart.
    reference: personalReference(secret, dealer_id, address_id, email_id ?? now().getTime()),
    stream: "marketing",
    list: { unsubscribeUrl: url, id: `${dealer_id}.mail` },
  };
}
