import type { Db } from "#core/server/unit.ts";
import { countOf, firstClash, moveAll, moveSome } from "./moveStore.ts";

/** How many appointments a customer has. */
export async function countAppointments(db: Db, dealer_id: number, customer_id: number): Promise<number> {
  return countOf(db, dealer_id, customer_id);
}

/** When two customers both have an appointment: one customer can't have both. */
export async function clashOf(db: Db, dealer_id: number, one: number, other: number): Promise<Date | undefined> {
  return firstClash(db, dealer_id, one, other);
}

/** Moves a customer's appointments to another customer; answers which. */
export async function moveAppointments(db: Db, dealer_id: number, from: number, to: number): Promise<number[]> {
  return moveAll(db, dealer_id, from, to);
}

/** Moves appointments back to the customer whose they were. Those that are gone, or somebody else's by now, stay so. */
export async function moveAppointmentsBack(
  db: Db,
  dealer_id: number,
  ids: readonly number[],
  between: { readonly from: number; readonly to: number },
): Promise<void> {
  await moveSome(db, dealer_id, ids, between.from, between.to);
}
