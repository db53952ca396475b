import type { Db } from "#core/server/unitOfWork.ts";

/** The business behind a location, with its contact data and the location's time zone, for what customers read. */
export async function businessAt(db: Db, dealer_id: number, location_id: number) {
  return db
    .selectFrom("locations")
    .innerJoin("dealers", "dealers.id", "locations.dealer_id")
    .where("locations.dealer_id", "=", dealer_id)
    .where("locations.id", "=", location_id)
    .select(["locations.time_zone", "dealers.business_name", "dealers.phone", "dealers.email", "dealers.address"])
    .executeTakeFirst();
}
