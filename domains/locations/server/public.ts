import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { locationRows, type MemberIdentity } from "./store.ts";

export { saveFirstLocation } from "./firstLocationStore.ts";
export { addMemberLocations, setMemberLocations } from "./memberStore.ts";
export { assignNumber, locationsWithoutNumber } from "./numberStore.ts";
export { markNumberRequested, updateLocationSettings } from "./settingsStore.ts";

/** True if the person belongs to the location; the owner belongs to all. */
export async function belongsTo(db: Db, member: MemberIdentity, id: number): Promise<boolean> {
  return (await locationRows(db, member).where("locations.id", "=", id).executeTakeFirst()) !== undefined;
}

/** The number that a location texts from; undefined without one. */
export async function senderNumber(db: Db, dealer_id: number, location_id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("phone_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .orderBy("created_at")
    .select("number")
    .modifyFront(preparedStatement)
    .executeTakeFirst();
  return row?.number;
}

/** The number that sends codes: the platform's, or else one of the business's own. */
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

/** Gives the platform a location and a number if it has none. Needs a platform unit. */
export async function ensurePlatformNumber({ db }: UnitOfWork, number: string, provider: string): Promise<void> {
  const existing = db.selectFrom("phone_numbers").where("dealer_id", "=", 0).select("number").limit(1);
  if (await existing.executeTakeFirst()) return;
  const location = db.insertInto("locations").values({ dealer_id: 0, title: "Platform" }).returning("id");
  const { id: location_id } = await location.executeTakeFirstOrThrow();
  const row = { number, dealer_id: 0, location_id, provider };
  await db
    .insertInto("phone_numbers")
    .values(row)
    .onConflict((conflict) => conflict.column("number").doNothing())
    .execute();
}

/** The dealer and location of a number, to route inbound texts. */
export async function locationOfNumber(db: Db, number: string) {
  return db
    .selectFrom("phone_numbers")
    .where("number", "=", number)
    .select(["dealer_id", "location_id"])
    .executeTakeFirst();
}

/** A location's title and time zone. */
export async function locationById(db: Db, dealer_id: number, id: number) {
  const locations = db.selectFrom("locations").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return locations.select(["id", "title", "time_zone"]).executeTakeFirst();
}

/** The locations that a person belongs to, by title. */
export async function locationsOfMember(db: Db, member: MemberIdentity) {
  const rows = await locationRows(db, member).orderBy("title").orderBy("id").execute();
  return rows.map(({ id, title, time_zone }) => ({ id, title, time_zone }));
}
