import type { Db } from "#core/server/unit.ts";

interface Talk {
  readonly chat_id: number;
  readonly customer_id: number;
}

/** Gives a chat's calls to another chat and its customer, so that what is still told of them is shown there. */
export async function moveCalls(db: Db, dealer_id: number, from: number, to: Talk): Promise<void> {
  await db.updateTable("calls").set(to).where("dealer_id", "=", dealer_id).where("chat_id", "=", from).execute();
}

/** Gives the calls of some phones back. */
export async function moveCallsBack(
  db: Db,
  dealer_id: number,
  from: number,
  to: Talk,
  phones: readonly string[],
): Promise<void> {
  const calls = db.updateTable("calls").set(to).where("dealer_id", "=", dealer_id).where("chat_id", "=", from);
  await calls.where("from_number", "in", phones).execute();
}
