import { plannedOnce } from "#core/server/prepared.ts";
import type { Db, Unit } from "#core/server/unit.ts";
import { locationRows, type Member } from "./store.ts";

export { keepFirstLocation } from "./firstLocationStore.ts";
export { assignNumber, locationsWithoutNumber } from "./numberStore.ts";

/** True for a location that a person belongs to: the owner to all of the business's. */
export async function belongsTo(db: Db, member: Member, id: number): Promise<boolean> {
  return (await locationRows(db, member).where("locations.id", "=", id).executeTakeFirst()) !== undefined;
}

/** The number that texts from a location leave from; undefined while it has none. */
export async function senderNumber(db: Db, dealer_id: number, location_id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("phone_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .orderBy("created_at")
    .select("number")
    .modifyFront(plannedOnce)
    .executeTakeFirst();
  return row?.number;
}

/** The number that a person's codes come from: the platform's, or while that has none, one of the business's own. */
export async function platformSender(db: Db, dealer_id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("phone_numbers")
    .where("dealer_id", "in", [0, dealer_id])
    .orderBy("dealer_id")
    .orderBy("created_at")
    .select("number")
    .executeTakeFirst();
  return row?.number;
}

/** Gives the platform a place and a number of its own, when it has none yet. Needs a unit on the platform's rows. */
export async function ensurePlatformNumber({ db }: Unit, number: string, provider: string): Promise<void> {
  const known = db.selectFrom("phone_numbers").where("dealer_id", "=", 0).select("number").limit(1);
  if (await known.executeTakeFirst()) return;
  const place = db.insertInto("locations").values({ dealer_id: 0, title: "Platform" }).returning("id");
  const { id: location_id } = await place.executeTakeFirstOrThrow();
  const row = { number, dealer_id: 0, location_id, provider };
  await db
    .insertInto("phone_numbers")
    .values(row)
    .onConflict((conflict) => conflict.column("number").doNothing())
    .execute();
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

/** The locations that a person belongs to, by title. */
export async function locationsOf(db: Db, member: Member) {
  const rows = await locationRows(db, member).orderBy("title").orderBy("id").execute();
  return rows.map(({ id, title, time_zone }) => ({ id, title, time_zone }));
}
