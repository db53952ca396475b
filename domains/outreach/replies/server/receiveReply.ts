import { createHash } from "node:crypto";
import { isEmail } from "#core/fields.ts";
import type { LocationKey } from "#core/people.ts";
import { mailboxesIn } from "#core/server/receivedMail.ts";
import type { Server } from "#core/server/serve.ts";
import { readReplyMailbox } from "#core/server/signedLink.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { markEmailed } from "#domains/inbox/list/server/public.ts";
import { chatWith, lockChat } from "#domains/inbox/server/public.ts";
import { addressIds, mailAddressKey, recordMailConsent } from "#domains/marketing/consent/server/public.ts";
import { ownEmail, senderOf } from "#domains/marketing/sender/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { announceReply, publishContact } from "#domains/outreach/server/facts.ts";
import { type LockedEmail, locationOfEmail, lockEmail } from "#domains/outreach/server/store.ts";
import { isAutomatic, isBounce, isOwn, wantsNoEmails } from "../rules.ts";
import { copyReplyJob } from "./copyReply.ts";
import { type ReadReply, readReplyApart } from "./readReply.ts";
import { holderOf, insertReply, isReplyStored, keptCustomer } from "./store.ts";

/** Replies to one email in an hour; the mail server keeps further ones and tries again. */
const limit = { count: 200, seconds: 3_600 } as const;
/** The most mailboxes of replies that one mail is read for. */
const mostMailboxes = 3;
/** Longer mails are stored without their attachments. */
const longestKept = 20_000_000;

type ReceivingServer = Pick<Server, "within" | "ports" | "secret" | "limits" | "log">;

/** Takes a mail to addresses that replies to our emails come to. @returns false when it is to none of them. */
export async function receiveReplies(server: ReceivingServer, raw: Buffer): Promise<boolean> {
  const domain = server.ports.email.inboundDomain;
  if (!domain) return false;
  const answered = mailboxesIn(raw, domain).flatMap((mailbox) => readReplyMailbox([server.secret], mailbox) ?? []);
  let isTaken = false;
  for (const { dealer_id, id } of answered.slice(0, mostMailboxes)) {
    const location = await server.within.business({ dealer_id }, "a reply", ({ db }) =>
      locationOfEmail(db, dealer_id, id),
    );
    if (!location) continue;
    isTaken = true;
    await receiveReply(server, location, id, raw);
  }
  return isTaken;
}

async function receiveReply(server: ReceivingServer, location: LocationKey, email_id: number, raw: Buffer) {
  const { within, ports, limits, log } = server;
  const reply = await readReplyApart(raw);
  const own = { domain: ports.email.inboundDomain ?? "", address: ports.email.address };
  if (isBounce(reply.headers, reply.sender) || isOwn(reply.headers, reply.sender, own))
    return log.info({ dealer_id: location.dealer_id, email_id }, "a bounce or an email of ours is no reply");
  const delivery = deliveryOf(reply);
  const isKnown = await within.business(location, "a reply", ({ db }) =>
    isReplyStored(db, location.dealer_id, email_id, delivery),
  );
  if (isKnown) return;
  await limits.consume("email replies", `${location.dealer_id}.${email_id}`, limit.count, limit.seconds);
  const hasFiles = reply.files.length > 0 && raw.length <= longestKept;
  const storage_key = hasFiles ? `replies/${location.dealer_id}/${email_id}-${delivery}` : null;
  if (storage_key) await ports.storage.put(storage_key, raw, "message/rfc822");
  await within.business(location, "a reply", (unit) =>
    store(unit, { ...location, id: email_id }, { ...reply, delivery, storage_key }, own.domain),
  );
}

type ArrivedReply = ReadReply & { readonly delivery: string; readonly storage_key: string | null };

async function store(
  unit: UnitOfWork,
  key: LocationKey & { readonly id: number },
  reply: ArrivedReply,
  domain: string,
): Promise<void> {
  const { db, now } = unit;
  const { dealer_id, location_id } = key;
  const email = await lockEmail(db, key);
  if (!email) return;
  const copy_to = await copyAddress(unit, email, domain);
  // A member who answers the copy at the wrong address is no customer.
  const isTeam = sameAddress(reply.sender, copy_to) && !sameAddress(reply.sender, email.email);
  if (isTeam) return;
  const { subject, words, quoted, files, sender, delivery, storage_key } = reply;
  const is_automatic = isAutomatic(reply.headers, subject) ? 1 : 0;
  const received_at = now();
  const id = await insertReply(db, {
    dealer_id,
    location_id,
    customer_id: email.customer_id,
    email_id: email.id,
    delivery,
    sender,
    subject,
    words,
    quoted,
    files: [...files],
    is_automatic,
    received_at,
    storage_key,
    copy_to,
    copy_state: copy_to === "" ? "none" : "waiting",
    copy_due_at: copy_to === "" ? null : received_at,
  });
  if (id === undefined) return;
  if (copy_to !== "") unit.enqueue(copyReplyJob, { dealer_id, location_id, id });
  publishContact(unit, email);
  if (is_automatic === 0) await letWait(unit, email, reply, received_at);
}

/** The customer waits for an answer, and who has their conversation hears of it. */
async function letWait(
  unit: UnitOfWork,
  email: LockedEmail,
  { words, subject, sender }: ArrivedReply,
  at: Date,
): Promise<void> {
  const { db } = unit;
  const { dealer_id, location_id } = email;
  const location = { dealer_id, location_id };
  if (sameAddress(sender, email.email) && wantsNoEmails(words)) await optOut(unit, email, words);
  const customer = await keptCustomer(db, location, email.customer_id);
  if (!customer) return;
  const chat_id = await chatWith(db, dealer_id, location_id, customer.id);
  if (!(await lockChat(db, location, chat_id))) return;
  await markEmailed(unit, location, chat_id, at);
  const user_id = (await holderOf(db, location, chat_id)) ?? email.user_id;
  const news = { kind: "reply", title: `${customer.name} replied by email`, text: words || subject, chat_id } as const;
  await notify(unit, { ...location, user_ids: user_id === null ? [] : [user_id] }, news);
  announceReply(unit, { ...location, customer_id: customer.id, user_id });
}

/** Who wants no emails gets no more offers; what a member writes to them is none. */
async function optOut(unit: UnitOfWork, { dealer_id, email }: LockedEmail, words: string): Promise<void> {
  const address = mailAddressKey(email);
  const address_id = (await addressIds(unit.db, dealer_id, [address], unit.now())).get(address);
  if (address_id === undefined) return;
  await recordMailConsent(unit, { dealer_id, address_id, event: "unsubscribed", source: "mail", words });
}

/** Where a copy goes: to the location's address for replies, else to who wrote or signs. Empty for no one, and for an address that comes back here. */
async function copyAddress({ db }: UnitOfWork, { dealer_id, location_id, user_id }: LockedEmail, domain: string) {
  const sender = await senderOf(db, dealer_id, location_id);
  const address = sender?.reply_to || (user_id === null ? "" : await ownEmail(db, dealer_id, user_id));
  return isEmail(address) && !address.toLowerCase().endsWith(`@${domain.toLowerCase()}`) ? address : "";
}

const sameAddress = (one: string, other: string) => one !== "" && mailAddressKey(one) === mailAddressKey(other);

/** What tells one delivery from all others: servers that deliver a mail again change neither its id nor what it says. */
function deliveryOf({ message_id, sender, subject, words }: ReadReply): string {
  const parts = message_id === "" ? [sender, subject, words] : [message_id];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}
