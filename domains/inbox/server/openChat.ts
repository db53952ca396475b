import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { addUnknownCaller, customerByPhone } from "#domains/customers/server/public.ts";
import { chatWith, holdInbound, lockChat, lockChatsOfPhones } from "./chatStore.ts";

export interface OpenedChat {
  readonly chat_id: number;
  readonly customer_id: number;
  /** The phone, when it isn't the customer's primary one: after a merge a customer has several. */
  readonly phone: string | null;
}

/**
 * The chats with these phones, in the same order, locked until the transaction ends. Unknown phones become new customers.
 */
export async function openChats(
  unit: UnitOfWork,
  scope: LocationKey,
  phones: readonly string[],
): Promise<OpenedChat[]> {
  // Pipelined in this order, so that the chats are read after the phones are locked.
  const [, rows] = await Promise.all([holdInbound(unit.db, scope, phones), lockChatsOfPhones(unit.db, scope, phones)]);
  const chatByPhone = new Map(rows.map(({ phone, ...chat }) => [phone, { ...chat, phone: null }]));
  const opened: OpenedChat[] = [];
  for (const phone of phones) opened.push(chatByPhone.get(phone) ?? (await openMissing(unit, scope, phone)));
  return opened;
}

/** The chat with one phone; see `openChats`. */
export async function openChat(unit: UnitOfWork, scope: LocationKey, phone: string): Promise<OpenedChat> {
  const [chat] = await openChats(unit, scope, [phone]);
  if (!chat) throw new Error("openChats returned no chat for the phone");
  return chat;
}

async function openMissing(unit: UnitOfWork, scope: LocationKey, phone: string): Promise<OpenedChat> {
  const customer = (await customerByPhone(unit.db, scope, phone)) ?? (await addUnknownCaller(unit.db, scope, phone));
  const chat_id = await chatWith(unit.db, scope.dealer_id, scope.location_id, customer.id);
  await lockChat(unit.db, scope, chat_id);
  return { chat_id, customer_id: customer.id, phone: phone === customer.phone ? null : phone };
}
