import type { Db } from "#core/server/unitOfWork.ts";

/** When a session's person last gave the password. */
export async function confirmationOf(db: Db, session_id: number): Promise<Date | null> {
  const session = db.selectFrom("sessions").where("id", "=", session_id).select("confirmed_at");
  return (await session.executeTakeFirst())?.confirmed_at ?? null;
}

export async function setConfirmed(db: Db, session_id: number, confirmed_at: Date): Promise<void> {
  await db.updateTable("sessions").set({ confirmed_at }).where("id", "=", session_id).execute();
}
