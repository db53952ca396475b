import { sql } from "kysely";
import type { Db } from "#core/server/unit.ts";

const mostShown = 100;

/** The locations of a client; the platform itself is none. */
export async function placesOf(db: Db, dealer_id: number) {
  return db
    .selectFrom("locations")
    .where("dealer_id", "=", dealer_id)
    .where("dealer_id", "<>", 0)
    .orderBy("id")
    .limit(500)
    .select(["id", "title"])
    .execute();
}

/** Nobody begins another visit with this sign-in meanwhile. */
export async function lockSession(db: Db, session_id: number) {
  const session = db.selectFrom("sessions").where("id", "=", session_id).where("ended_at", "is", null);
  return session.select("id").forUpdate().executeTakeFirst();
}

export interface NewVisit {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly session_id: number;
  readonly visited_by: number;
  readonly visitor: string;
  readonly reason: string;
  readonly started_at: Date;
  readonly expires_at: Date;
}

export async function insertVisit(db: Db, visit: NewVisit): Promise<number> {
  return (await db.insertInto("visits").values(visit).returning("id").executeTakeFirstOrThrow()).id;
}

const ended = ["dealer_id", "id", "visited_by"] as const;

/** Ends what a sign-in looks into; answers the visits that are over with it. */
export async function endVisitsOf(db: Db, session_id: number, now: Date) {
  return db
    .updateTable("visits")
    .set({ ended_at: sql<Date>`least(${now}::timestamptz, expires_at)` })
    .where("session_id", "=", session_id)
    .where("ended_at", "is", null)
    .returning(ended)
    .execute();
}

/** Ends the visits whose time is up, and those whose sign-in is over. */
export async function endDueVisits(db: Db, now: Date) {
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
    .returning(ended)
    .execute();
}

/** The newest looks into a business. */
export async function visitsOf(db: Db, dealer_id: number) {
  return db
    .selectFrom("visits")
    .innerJoin("locations", (join) =>
      join.onRef("locations.dealer_id", "=", "visits.dealer_id").onRef("locations.id", "=", "visits.location_id"),
    )
    .where("visits.dealer_id", "=", dealer_id)
    .orderBy("visits.id", "desc")
    .limit(mostShown)
    .select(["visits.id", "visits.visitor", "locations.title as location", "visits.reason"])
    .select(["visits.started_at", "visits.expires_at", "visits.ended_at"])
    .execute();
}
