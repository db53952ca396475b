import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Hours } from "#domains/locations/hours/rules.ts";

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
