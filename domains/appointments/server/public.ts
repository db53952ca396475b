import type { Db } from "#core/server/unitOfWork.ts";
import { countOf, firstConflict, moveAll, moveSome } from "./moveStore.ts";

export async function countAppointments(db: Db, dealer_id: number, customer_id: number): Promise<number> {
  return countOf(db, dealer_id, customer_id);
}

/** The first time at which both customers have an appointment, which one customer can't have twice. */
export async function findConflict(db: Db, dealer_id: number, one: number, other: number): Promise<Date | undefined> {
  return firstConflict(db, dealer_id, one, other);
}

/** Moves a customer's appointments to another customer. @returns their ids. */
export async function moveAppointments(db: Db, dealer_id: number, from: number, to: number): Promise<number[]> {
  return moveAll(db, dealer_id, from, to);
}

/** Moves appointments back to their former customer; skips those deleted or moved elsewhere since. */
export async function moveAppointmentsBack(
  db: Db,
  dealer_id: number,
  ids: readonly number[],
  between: { readonly from: number; readonly to: number },
): Promise<void> {
  await moveSome(db, dealer_id, ids, between.from, between.to);
}
