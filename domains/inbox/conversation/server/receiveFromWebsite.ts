import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { type PersonName, splitName } from "#domains/customers/fullNames/rules.ts";
import { addUnknownCaller, countMessage, customerByPhone } from "#domains/customers/server/public.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { previewOf } from "#domains/inbox/rules.ts";
import { recordReceived } from "#domains/inbox/server/chatStateStore.ts";
import { holdInbound } from "#domains/inbox/server/chatStore.ts";
import { insertInbound } from "#domains/inbox/server/messageStore.ts";
import { openChat } from "#domains/inbox/server/openChat.ts";
import { notifyMessage } from "#domains/notifications/server/public.ts";
import { markFromWebsite } from "./websiteStore.ts";

/** What a visitor of the business's website wrote. The phone is whatever they typed. */
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
 * Receives a website's message like a text of that phone: into the chat of the location's customer with that phone, or of a
 * new one with the typed name. The chat is marked until the phone itself texts.
 *
 * @returns undefined when it was received before.
 */
export async function receiveFromWebsite(unit: UnitOfWork, scope: LocationKey, message: WebsiteMessage) {
  const { dealer_id, location_id } = scope;
  const { phone, name } = message;
  await holdInbound(unit.db, scope, [phone]);
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
  return { chat_id, customer_id, message_id, phone: otherPhone };
}

const nameInFull = ({ first_name, last_name }: PersonName) => `${first_name} ${last_name}`.trim();
