import type { Unit } from "#core/server/unit.ts";
import { addUnknownCaller, customerByPhone, type Place } from "#domains/customers/server/public.ts";
import { chatWith, holdInbound, lockChat, lockChatsOfPhones } from "./chatStore.ts";

export interface OpenedChat {
  readonly chat_id: number;
  readonly customer_id: number;
  /** The phone, when it isn't the customer's own: after a merge they have more than one. */
  readonly phone: string | null;
}

/**
 * The chats with whoever has these phones, who are added when nobody knows them; held until the end of the transaction.
 * In the order of the phones.
 */
export async function openChats(unit: Unit, place: Place, phones: readonly string[]): Promise<OpenedChat[]> {
  // They travel together, and in this order: what is known is read once it is held.
  const [, rows] = await Promise.all([holdInbound(unit.db, place, phones), lockChatsOfPhones(unit.db, place, phones)]);
  const known = new Map(rows.map(({ phone, ...chat }) => [phone, { ...chat, phone: null }]));
  const opened: OpenedChat[] = [];
  for (const phone of phones) opened.push(known.get(phone) ?? (await openUnknown(unit, place, phone)));
  return opened;
}

/** The chat with whoever has this phone. */
export async function openChat(unit: Unit, place: Place, phone: string): Promise<OpenedChat> {
  const [chat] = await openChats(unit, place, [phone]);
  if (!chat) throw new Error("Every phone has its chat");
  return chat;
}

async function openUnknown(unit: Unit, place: Place, phone: string): Promise<OpenedChat> {
  const customer = (await customerByPhone(unit.db, place, phone)) ?? (await addUnknownCaller(unit.db, place, phone));
  const chat_id = await chatWith(unit.db, place.dealer_id, place.location_id, customer.id);
  await lockChat(unit.db, place, chat_id);
  return { chat_id, customer_id: customer.id, phone: phone === customer.phone ? null : phone };
}
