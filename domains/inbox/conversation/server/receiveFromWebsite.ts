import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { type PersonName, splitName } from "#domains/customers/fullNames/rules.ts";
import { addUnknownCaller, countMessage, customerByPhone } from "#domains/customers/server/public.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { previewOf } from "#domains/inbox/rules.ts";
import { removeLoggedText } from "#domains/inbox/server/campaignTexts.ts";
import { recordReceived } from "#domains/inbox/server/chatStateStore.ts";
import { lockInboundPhones } from "#domains/inbox/server/chatStore.ts";
import { inboxFacts } from "#domains/inbox/server/facts.ts";
import { insertInbound } from "#domains/inbox/server/messageStore.ts";
import { openChat } from "#domains/inbox/server/openChat.ts";
import { notifyMessage } from "#domains/notifications/server/public.ts";

/** A message typed on the business's website; its phone is unverified. */
export interface WebsiteMessage {
  /** E.164. */
  readonly phone: string;
  readonly name: string;
  readonly message: string;
  /** The page it was written on; empty when unknown. */
  readonly page: string;
  /** The same for each repetition of one submission. */
  readonly reference: string;
}

/**
 * Receives a website message like a text of that phone; the chat stays unconfirmed until the phone itself texts.
 *
 * @returns undefined when it was received before.
 */
export async function receiveFromWebsite(unit: UnitOfWork, scope: LocationKey, message: WebsiteMessage) {
  const { dealer_id, location_id } = scope;
  const { phone, name } = message;
  await lockInboundPhones(unit.db, scope, [phone]);
  const existing = await customerByPhone(unit.db, scope, phone);
  const own = splitName(name);
  const customer = existing ?? (await addUnknownCaller(unit.db, scope, phone, own));
  const { chat_id, customer_id, phone: otherPhone } = await openChat(unit, scope, phone);
  const row = {
    chat_id,
    phone: otherPhone,
    message: message.message,
    media_count: 0,
    message_type: "message",
  } as const;
  const at = unit.now();
  const [message_id] = await insertInbound(unit.db, dealer_id, at, [
    { ...row, provider_sid: `web:${message.reference}` },
  ]);
  if (message_id === undefined) return undefined;
  const known = nameInFull(customer);
  const isOwnName = name === known || nameInFull(own) === known;
  await recordReceived(unit.db, dealer_id, [{ chat_id, new_message: previewOf(message.message, 0) }], at);
  const origin = { message_id, chat_id, web_page: message.page, web_name: isOwnName ? "" : name };
  await markFromWebsite(unit.db, dealer_id, origin, at);
  await countMessage(unit.db, dealer_id, [customer_id], "received");
  const payload = { message_id, target_id: chat_id, what: "received" } as const;
  unit.publish(inboxEvents.messageOpen, payload, { dealer_id, location_id });
  notifyMessage(unit, { dealer_id, location_id, chat_id, message_id });
  unit.announce(inboxFacts.visitorWrote, { dealer_id, location_id, message_id });
  return { chat_id, customer_id, message_id, phone: otherPhone };
}

/** A person who typed their phone into a form of the business, without a message. */
export interface WebsiteSignUp extends PersonName {
  /** E.164. */
  readonly phone: string;
}

/**
 * Opens the conversation with a phone that was typed into a form. Nothing is received in its name; of a new customer it
 * stays unconfirmed until the phone itself texts.
 */
export async function openFromWebsite(unit: UnitOfWork, scope: LocationKey, { phone, ...names }: WebsiteSignUp) {
  await lockInboundPhones(unit.db, scope, [phone]);
  const isNew = (await customerByPhone(unit.db, scope, phone)) === undefined;
  if (isNew) await addUnknownCaller(unit.db, scope, phone, names);
  const chat = await openChat(unit, scope, phone);
  if (isNew) {
    const opened = unit.db.updateTable("chats").set({ unconfirmed_since: unit.now() });
    await opened.where("dealer_id", "=", scope.dealer_id).where("id", "=", chat.chat_id).execute();
  }
  return chat;
}

const nameInFull = ({ first_name, last_name }: PersonName) => `${first_name} ${last_name}`.trim();

/** Confirms that a website message's author holds its phone. A later message from the website keeps the chat marked. */
export async function confirmFromWebsite(
  unit: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  message_id: number,
  writtenAt: Date,
): Promise<void> {
  const target_id = await confirmChatOf(unit.db, dealer_id, message_id, writtenAt);
  if (target_id !== undefined) unit.publish(inboxEvents.chatChanged, { target_id }, { dealer_id, location_id });
}

/** The page a website message was written on, and the name its author typed. */
interface WebsiteOrigin {
  readonly message_id: number;
  readonly chat_id: number;
  readonly web_page: string;
  readonly web_name: string;
}

/** Marks a message as written on a website, and its chat as unconfirmed until the phone itself texts. */
export async function markFromWebsite(
  db: Db,
  dealer_id: number,
  { message_id, chat_id, ...origin }: WebsiteOrigin,
  unconfirmed_since: Date,
): Promise<void> {
  const message = db.updateTable("messages").set(origin).where("dealer_id", "=", dealer_id);
  await message.where("id", "=", message_id).execute();
  await removeLoggedText(db, dealer_id, message_id);
  const chat = db.updateTable("chats").set({ unconfirmed_since }).where("dealer_id", "=", dealer_id);
  await chat.where("id", "=", chat_id).execute();
}

/** Ends a chat's unconfirmed state unless a later website message renewed it; returns the chat when that changed it. */
async function confirmChatOf(
  db: Db,
  dealer_id: number,
  message_id: number,
  writtenAt: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    update chats set unconfirmed_since = null
    where dealer_id = ${dealer_id} and unconfirmed_since <= ${writtenAt}
      and id = (select chat_id from messages where dealer_id = ${dealer_id} and id = ${message_id})
    returning id`.execute(db);
  return rows[0]?.id;
}

/** A text as the website's visitor sees it. */
interface WebsiteText {
  readonly id: number;
  readonly is_from_customer: number;
  readonly message: string;
  readonly media_count: number;
  readonly datetime: Date;
}

const mostTexts = 50;

/** The texts of a conversation since a website message, without automatic, campaign and unsent ones or other visitors' messages. */
export async function websiteConversation(
  db: Db,
  dealer_id: number,
  { message_id, phone }: { readonly message_id: number; readonly phone: string },
): Promise<WebsiteText[]> {
  const { rows } = await sql<WebsiteText>`
    with beginning as materialized (
      select chats.id as chat_id, customers.phone as main_phone from messages
      join chats on chats.dealer_id = messages.dealer_id and chats.id = messages.chat_id
      join customers on customers.dealer_id = chats.dealer_id and customers.id = chats.customer_id
      where messages.dealer_id = ${dealer_id} and messages.id = ${message_id})
    select text.* from beginning
    join lateral (
      select id, is_from_customer, message, media_count, datetime from messages
      where dealer_id = ${dealer_id} and chat_id = beginning.chat_id and id >= ${message_id}
        and coalesce(phone, beginning.main_phone) = ${phone} and message_type = 'message' and deleted_at is null
        and campaign_id is null and automatic is null
        and case when is_from_customer = 1 then web_page is null or id = ${message_id}
          else state in ('sending', 'sent', 'delivered', 'unknown') end
      order by id desc limit ${mostTexts}) as text on true
    order by text.id`.execute(db);
  return rows;
}
