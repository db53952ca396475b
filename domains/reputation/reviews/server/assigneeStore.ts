import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { ReviewKey } from "./store.ts";

/** The ids of the people to whom a review is assigned. */
export async function assigneesOf(db: Db, { dealer_id, id }: ReviewKey): Promise<number[]> {
  const rows = await db
    .selectFrom("review_assignees")
    .where("dealer_id", "=", dealer_id)
    .where("review_id", "=", id)
    .select("user_id")
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Assigns a review to these people instead of whoever had it. */
export async function saveAssignees(db: Db, { dealer_id, id: review_id }: ReviewKey, user_ids: readonly number[]) {
  const others = sql<boolean>`user_id <> all(${[...user_ids]}::bigint[])`;
  const given = db.deleteFrom("review_assignees").where("dealer_id", "=", dealer_id).where("review_id", "=", review_id);
  await given.where(others).execute();
  if (user_ids.length === 0) return;
  await db
    .insertInto("review_assignees")
    .values(user_ids.map((user_id) => ({ dealer_id, review_id, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
