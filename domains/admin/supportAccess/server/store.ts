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
