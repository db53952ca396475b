import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

interface CallTarget {
  readonly chat_id: number;
  readonly customer_id: number;
}

/** Moves a chat's calls to another chat and customer, so that later reports update the right message. */
export async function moveCalls(db: Db, dealer_id: number, from: number, to: CallTarget): Promise<void> {
  await db.updateTable("calls").set(to).where("dealer_id", "=", dealer_id).where("chat_id", "=", from).execute();
}

/** Moves the calls with these phones back. */
export async function moveCallsBack(
  db: Db,
  dealer_id: number,
  from: number,
  to: CallTarget,
  phones: readonly string[],
): Promise<void> {
  const calls = db.updateTable("calls").set(to).where("dealer_id", "=", dealer_id).where("chat_id", "=", from);
  const isWith = sql<boolean>`case direction when 'outgoing' then to_number else from_number end = any(${[...phones]}::text[])`;
  await calls.where(isWith).execute();
}
