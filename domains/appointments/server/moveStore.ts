import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

/** Moves a customer's appointments to another customer. @returns their ids. */
export async function moveAppointments(db: Db, dealer_id: number, from: number, to: number): Promise<number[]> {
  const moved = await db
    .updateTable("appointments")
    .set({ customer_id: to })
    .where("dealer_id", "=", dealer_id)
    .where("customer_id", "=", from)
    .returning("id")
    .execute();
  return moved.map(({ id }) => id).sort((one, other) => one - other);
}

/** Moves appointments back to their former customer; skips those deleted or moved elsewhere since. */
export async function moveAppointmentsBack(
  db: Db,
  dealer_id: number,
  ids: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable("appointments")
    .set({ customer_id: to })
    .where("dealer_id", "=", dealer_id)
    .where("customer_id", "=", from)
    .where("id", "in", ids)
    .execute();
}

export async function countAppointments(db: Db, dealer_id: number, customer_id: number): Promise<number> {
  const row = await db
    .selectFrom("appointments")
    .where("dealer_id", "=", dealer_id)
    .where("customer_id", "=", customer_id)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The first time at which both customers have an appointment, which one customer can't have twice. */
export async function findConflict(db: Db, dealer_id: number, one: number, other: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom("appointments as mine")
    .innerJoin("appointments as theirs", (join) =>
      join.onRef("theirs.dealer_id", "=", "mine.dealer_id").on(
        sql<boolean>`date_trunc('minute', theirs.datetime at time zone 'UTC')
            = date_trunc('minute', mine.datetime at time zone 'UTC')`,
      ),
    )
    .where("mine.dealer_id", "=", dealer_id)
    .where("mine.customer_id", "=", one)
    .where("theirs.customer_id", "=", other)
    .select("mine.datetime")
    .orderBy("mine.datetime")
    .limit(1)
    .executeTakeFirst();
  return row?.datetime;
}
