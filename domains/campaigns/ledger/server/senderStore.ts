import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** Makes sure that the location's number has its row. */
export async function addSender(db: Db, { dealer_id, location_id }: LocationKey, drained_at: Date): Promise<void> {
  await db
    .insertInto("campaign_senders")
    .values({ dealer_id, location_id, drained_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the location's number for one claim; undefined while another process claims for it. */
export async function lockSender(db: Db, { dealer_id, location_id }: LocationKey) {
  return (
    db
      .selectFrom("campaign_senders")
      .where("dealer_id", "=", dealer_id)
      .where("location_id", "=", location_id)
      // `-infinity`, which isn't a date in JavaScript, means that nothing blocks it.
      .select(["drained_at", sql<Date | null>`nullif(blocked_until, '-infinity')`.as("blocked_until")])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
  );
}

export async function updateSender(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  change: { readonly drained_at?: Date; readonly blocked_until?: Date },
): Promise<void> {
  await db
    .updateTable("campaign_senders")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .execute();
}
