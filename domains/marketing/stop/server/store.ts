import type { Db } from "#core/server/unitOfWork.ts";

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
