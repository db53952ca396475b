import { sql } from "kysely";
import type { PersonKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** Makes a person a member of these locations. The owner belongs to all without being listed. */
export async function addMemberLocations(
  db: Db,
  { dealer_id, user_id }: PersonKey,
  location_ids: readonly number[],
): Promise<void> {
  if (location_ids.length === 0) return;
  const rows = location_ids.map((location_id) => ({ dealer_id, location_id, user_id }));
  await db
    .insertInto("location_members")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Makes a person a member of exactly these locations. */
export async function setMemberLocations(
  db: Db,
  { dealer_id, user_id }: PersonKey,
  location_ids: readonly number[],
): Promise<void> {
  const memberships = db
    .deleteFrom("location_members")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id);
  await memberships.where(sql<boolean>`location_id <> all(${[...location_ids]})`).execute();
  await addMemberLocations(db, { dealer_id, user_id }, location_ids);
}
