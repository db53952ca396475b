import type { Db } from "#core/server/unit.ts";

/** Where a person's codes go. */
export async function personByIds(db: Db, dealer_id: number, user_id: number) {
  return db
    .selectFrom("users")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", user_id)
    .select(["email", "two_factor_number"])
    .executeTakeFirst();
}

/** Puts a proved number on file, unless there is one. Two sign-ins can't both set it. */
export async function setFirstNumber(db: Db, dealer_id: number, user_id: number, number: string): Promise<boolean> {
  const set = await db
    .updateTable("users")
    .set({ two_factor_number: number })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", user_id)
    .where("two_factor_number", "=", "")
    .executeTakeFirst();
  return set.numUpdatedRows > 0n;
}
