import { sql } from "kysely";
import type { Unit } from "#core/server/unit.ts";
import { addUnknownCaller, customerByPhone, type Place } from "#domains/customers/server/public.ts";
import { chatWith, lockChat } from "./chatStore.ts";

export interface OpenedChat {
  readonly chat_id: number;
  readonly customer_id: number;
}

/** The chat with whoever has this phone, who is added when nobody knows them; held until the end of the transaction. */
export async function openChat(unit: Unit, place: Place, phone: string): Promise<OpenedChat> {
  await oneAtATime(unit, place, phone);
  const customer = (await customerByPhone(unit.db, place, phone)) ?? (await addUnknownCaller(unit.db, place, phone));
  const chat_id = await chatWith(unit.db, place.dealer_id, place.location_id, customer.id);
  await lockChat(unit.db, place, chat_id);
  return { chat_id, customer_id: customer.id };
}

/** Two first texts from one phone at the same moment must make one customer and one chat. */
async function oneAtATime(unit: Unit, place: Place, phone: string): Promise<void> {
  const key = `inbound ${place.dealer_id} ${place.location_id} ${phone}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(unit.db);
}
