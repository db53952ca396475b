import type { Db } from "#core/server/unit.ts";

/** The number that texts from a location leave from; undefined while it has none. */
export async function senderNumber(db: Db, dealer_id: number, location_id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("phone_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .orderBy("created_at")
    .select("number")
    .executeTakeFirst();
  return row?.number;
}

/** Whose number it is: how an inbound text finds its dealer and location. */
export async function locationOfNumber(db: Db, number: string) {
  return db
    .selectFrom("phone_numbers")
    .where("number", "=", number)
    .select(["dealer_id", "location_id"])
    .executeTakeFirst();
}

/** A location as its customers know it: for texts that name it, and for its time. */
export async function locationById(db: Db, dealer_id: number, id: number) {
  return db
    .selectFrom("locations")
    .innerJoin("dealers", "dealers.id", "locations.dealer_id")
    .where("locations.dealer_id", "=", dealer_id)
    .where("locations.id", "=", id)
    .select(["locations.id", "locations.title", "locations.time_zone"])
    .select(["dealers.business_name", "dealers.phone", "dealers.email"])
    .executeTakeFirst();
}
