import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** Whether somebody ever sent an invite of the location, also before they left it. */
export async function hasInvited(db: Db, { dealer_id, location_id }: LocationKey, user_id: number): Promise<boolean> {
  const row = await db
    .selectFrom("review_invites")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("sent_by", "=", user_id)
    .select("id")
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The names of people of the business, active or not. */
export async function namesOf(db: Db, dealer_id: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("users")
    .where("dealer_id", "=", dealer_id)
    .where("id", "in", ids)
    .select(["id", "first_name", "last_name"])
    .execute();
}
