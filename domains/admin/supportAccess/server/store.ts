import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

const maxShown = 100;

/** The locations of a client; none for the platform itself. */
export async function clientLocations(db: Db, dealer_id: number) {
  return db
    .selectFrom("locations")
    .where("dealer_id", "=", dealer_id)
    .where("dealer_id", "<>", 0)
    .orderBy("id")
    .limit(500)
    .select(["id", "title"])
    .execute();
}

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

/** The latest support accesses to a business. */
export async function supportAccessesOf(db: Db, dealer_id: number) {
  return db
    .selectFrom("visits")
    .innerJoin("locations", (join) =>
      join.onRef("locations.dealer_id", "=", "visits.dealer_id").onRef("locations.id", "=", "visits.location_id"),
    )
    .where("visits.dealer_id", "=", dealer_id)
    .orderBy("visits.id", "desc")
    .limit(maxShown)
    .select(["visits.id", "visits.visitor", "locations.title as location", "visits.reason"])
    .select(["visits.started_at", "visits.expires_at", "visits.ended_at"])
    .execute();
}
