import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { StateCode } from "#core/states.ts";
import type { DatedHours, QuietHoursRule } from "../rules.ts";

const sinceDate = sql<string>`to_char(since, 'YYYY-MM-DD')`.as("since");

/** The hours of every state as the operator keeps them. */
export async function quietHours(db: Db): Promise<QuietHoursRule[]> {
  return db
    .selectFrom("quiet_hours")
    .select(sql<StateCode | "">`state`.as("state"))
    .select(["weekdays", "from_minute as from", "to_minute as to"])
    .select(sinceDate)
    .execute();
}

/** The same with where each comes from, by state and day. */
export async function allHours(db: Db): Promise<DatedHours[]> {
  return db
    .selectFrom("quiet_hours")
    .select(["state", "weekdays", "from_minute", "to_minute", "source"])
    .select(sinceDate)
    .orderBy("state")
    .orderBy("since")
    .orderBy("weekdays")
    .execute();
}

/** Adds hours, or changes those of the same state, days and first day. */
export async function upsertHours(db: Db, { since, ...row }: DatedHours): Promise<void> {
  const { from_minute, to_minute, source } = row;
  await db
    .insertInto("quiet_hours")
    .values({ ...row, since: sql<Date>`${since}::date` })
    .onConflict((conflict) =>
      conflict.columns(["state", "weekdays", "since"]).doUpdateSet({ from_minute, to_minute, source }),
    )
    .execute();
}

/** @returns false when there are none such. */
export async function deleteHours(
  db: Db,
  { state, weekdays, since }: Pick<DatedHours, "state" | "weekdays" | "since">,
): Promise<boolean> {
  const result = await db
    .deleteFrom("quiet_hours")
    .where("state", "=", state)
    .where("weekdays", "=", weekdays)
    .where(sql<boolean>`to_char(since, 'YYYY-MM-DD') = ${since}`)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** The stop of all marketing that holds now; undefined without one. */
export async function currentStop(db: Db) {
  return db
    .selectFrom("marketing_stops")
    .where("ended_at", "is", null)
    .select(["id", "reason", "stopped_at", "stopped_by"])
    .executeTakeFirst();
}

/** Stops all marketing. @returns false when it was stopped before. */
export async function insertStop(
  db: Db,
  stop: { readonly reason: string; readonly stopped_at: Date; readonly stopped_by: number },
): Promise<boolean> {
  const row = await db
    .insertInto("marketing_stops")
    .values(stop)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the stop. @returns undefined without one. */
export async function endStop(db: Db, end: { readonly ended_at: Date; readonly ended_by: number }) {
  return db
    .updateTable("marketing_stops")
    .set(end)
    .where("ended_at", "is", null)
    .returning(["id", "reason"])
    .executeTakeFirst();
}
