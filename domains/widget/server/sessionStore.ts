import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** What a browser wrote, and whether it proved the phone. */
export interface VisitorSession {
  readonly id: number;
  readonly message_id: number;
  /** E.164. */
  readonly phone: string;
  readonly at: Date;
  readonly proved_at: Date | null;
}

/** The session of a token's hash at this location; undefined for a foreign one, and one that began before `since`. */
export async function sessionOf(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  session_hash: Buffer,
  since: Date,
): Promise<VisitorSession | undefined> {
  return db
    .selectFrom("widget_submissions")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("session_hash", "=", session_hash)
    .where("at", ">", since)
    .select(["id", "message_id", "phone", "at", "proved_at"])
    .executeTakeFirst();
}

export async function markProved(db: Db, dealer_id: number, id: number, proved_at: Date): Promise<void> {
  await db
    .updateTable("widget_submissions")
    .set({ proved_at })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}
