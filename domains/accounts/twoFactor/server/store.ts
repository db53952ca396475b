import type { Db } from "#core/server/unitOfWork.ts";

/** A person's email and number for codes. */
export async function personByIds(db: Db, dealer_id: number, user_id: number) {
  return db
    .selectFrom("users")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", user_id)
    .select(["email", "two_factor_number"])
    .executeTakeFirst();
}

/** Saves a verified number unless there is one, so that of two concurrent sign-ins only one sets it. */
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

/** When a session's person last gave the password. */
export async function confirmationOf(db: Db, session_id: number): Promise<Date | null> {
  const session = db.selectFrom("sessions").where("id", "=", session_id).select("confirmed_at");
  return (await session.executeTakeFirst())?.confirmed_at ?? null;
}

export async function setConfirmed(db: Db, session_id: number, confirmed_at: Date): Promise<void> {
  await db.updateTable("sessions").set({ confirmed_at }).where("id", "=", session_id).execute();
}
