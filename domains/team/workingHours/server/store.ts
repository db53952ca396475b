import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Hours } from "#domains/locations/hours/rules.ts";

/** The weeks of a location's members who have one of their own, by member. */
export async function weeksAt(db: Db, { dealer_id, location_id }: LocationKey): Promise<Map<number, Hours["week"]>> {
  const rows = await db
    .selectFrom("working_hours")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["user_id", sql<Hours["week"]>`week`.as("week")])
    .execute();
  return new Map(rows.map(({ user_id, week }) => [user_id, week]));
}

/** Sets a member's week at a location; null removes it. */
export async function setWeek(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  user_id: number,
  week: Hours["week"] | null,
): Promise<void> {
  if (week === null) {
    const own = db.deleteFrom("working_hours").where("dealer_id", "=", dealer_id);
    await own.where("location_id", "=", location_id).where("user_id", "=", user_id).execute();
    return;
  }
  const chosen = { week: JSON.stringify(week) };
  await db
    .insertInto("working_hours")
    .values({ dealer_id, location_id, user_id, ...chosen })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id", "user_id"]).doUpdateSet(chosen))
    .execute();
}
