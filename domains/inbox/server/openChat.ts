import type { Unit } from "#core/server/unit.ts";
import { addUnknownCaller, customerByPhone, type Place } from "#domains/customers/server/public.ts";
import { chatWith, holdInbound, lockChat, lockChatOfPhone } from "./chatStore.ts";

export interface OpenedChat {
  readonly chat_id: number;
  readonly customer_id: number;
  /** The phone, when it isn't the customer's own: after a merge they have more than one. */
  readonly phone: string | null;
}

/** The chat with whoever has this phone, who is added when nobody knows them; held until the end of the transaction. */
export async function openChat(unit: Unit, place: Place, phone: string): Promise<OpenedChat> {
  // They travel together, and in this order: what is known is read once it is held.
  const [, known] = await Promise.all([holdInbound(unit.db, place, phone), lockChatOfPhone(unit.db, place, phone)]);
  if (known) return { ...known, phone: null };
  const customer = (await customerByPhone(unit.db, place, phone)) ?? (await addUnknownCaller(unit.db, place, phone));
  const chat_id = await chatWith(unit.db, place.dealer_id, place.location_id, customer.id);
  await lockChat(unit.db, place, chat_id);
  return { chat_id, customer_id: customer.id, phone: phone === customer.phone ? null : phone };
}
