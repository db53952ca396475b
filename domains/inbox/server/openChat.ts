import type { LocationKey } from "#core/people.ts";
import type { DomainManifest } from "#core/server/domainManifest.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { addUnknownCaller, customerByPhone } from "#domains/customers/server/public.ts";
import { chatWith, lockChat, lockChatsOfPhones, lockInboundPhones } from "./chatStore.ts";

export interface OpenedChat {
  readonly chat_id: number;
  readonly customer_id: number;
  /** The phone, when it isn't the customer's primary one: after a merge a customer has several. */
  readonly phone: string | null;
  /** The phone was nobody's until now. */
  readonly is_new?: true;
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
  const [, rows] = await Promise.all([
    lockInboundPhones(unit.db, scope, phones),
    lockChatsOfPhones(unit.db, scope, phones),
  ]);
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
  const known = await customerByPhone(unit.db, scope, phone);
  const customer = known ?? (await addUnknownCaller(unit.db, scope, phone));
  const chat_id = await chatWith(unit.db, scope.dealer_id, scope.location_id, customer.id);
  await lockChat(unit.db, scope, chat_id);
  const chat = { chat_id, customer_id: customer.id, phone: phone === customer.phone ? null : phone };
  return known ? chat : { ...chat, is_new: true };
}

/** A chat that may still be empty. */
export interface FreshChat {
  readonly chat_id: number;
  /** The customer's, E.164. */
  readonly phone: string;
}

/** What a domain adds to a chat that a call or staff open, in the same transaction. */
export type ChatOpened = (unit: UnitOfWork, location: LocationKey, chat: FreshChat) => Promise<void>;

declare module "#core/server/domainManifest.ts" {
  interface DomainManifest {
    /** For a domain that knows what the customer was sent before there was a chat. */
    readonly chatOpened?: ChatOpened;
  }
}

/** Lets every domain add to a chat; repeating it adds nothing twice. */
export function addToOpenedChat(domains: readonly DomainManifest[]): ChatOpened {
  const hooks = domains.flatMap(({ chatOpened }) => chatOpened ?? []);
  return async (unit, location, chat) => {
    for (const hook of hooks) await hook(unit, location, chat);
  };
}
