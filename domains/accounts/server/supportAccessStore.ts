import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

/* What else than their own account a session may see. Kept here because every request reads it with its session. */

/** Keeps this sign-in from beginning two accesses at once. */
export async function lockSession(db: Db, session_id: number) {
  const session = db.selectFrom("sessions").where("id", "=", session_id).where("ended_at", "is", null);
  return session.select("id").forUpdate().executeTakeFirst();
}

export interface NewSupportAccess {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly session_id: number;
  readonly visited_by: number;
  readonly visitor: string;
  readonly reason: string;
  readonly started_at: Date;
  readonly expires_at: Date;
}

/** Opens a client's account to a session. @returns the id of the access. */
export async function insertSupportAccess(db: Db, visit: NewSupportAccess): Promise<number> {
  return (await db.insertInto("visits").values(visit).returning("id").executeTakeFirstOrThrow()).id;
}

const endedColumns = ["dealer_id", "id", "visited_by"] as const;

/** Ends a sign-in's support access. @returns the ended ones. */
export async function endSessionSupportAccess(db: Db, session_id: number, now: Date) {
  return db
    .updateTable("visits")
    .set({ ended_at: sql<Date>`least(${now}::timestamptz, expires_at)` })
    .where("session_id", "=", session_id)
    .where("ended_at", "is", null)
    .returning(endedColumns)
    .execute();
}

/** Ends support access that has expired or whose session has ended. */
export async function endDueSupportAccess(db: Db, now: Date) {
  return db
    .updateTable("visits")
    .set((from) => ({
      ended_at: sql<Date>`least(visits.expires_at, coalesce(${from
        .selectFrom("sessions")
        .whereRef("sessions.id", "=", "visits.session_id")
        .select("sessions.ended_at")}, visits.expires_at))`,
    }))
    .where("ended_at", "is", null)
    .where((row) =>
      row.or([
        row("expires_at", "<=", now),
        row.exists(
          row
            .selectFrom("sessions")
            .whereRef("sessions.id", "=", "visits.session_id")
            .where("sessions.ended_at", "is not", null)
            .select("sessions.id"),
        ),
      ]),
    )
    .returning(endedColumns)
    .execute();
}
