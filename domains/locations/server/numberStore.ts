import { type RawBuilder, sql } from "kysely";
import { lockByName } from "#core/server/advisoryLock.ts";
import { builtOnce } from "#core/server/builtOnce.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { NumberRegistration } from "../contract.ts";
import { locationEvents } from "../contract.ts";
import type { TextSender } from "../registration/rules.ts";
import { locationFacts } from "./facts.ts";

/** A carrier's number and the location that texts from it. */
export interface LocationNumber {
  readonly number: string;
  readonly dealer_id: number;
  readonly location_id: number;
  readonly provider: string;
  readonly provider_sid: string;
  /** Null: no one knows. */
  readonly sends_pictures?: boolean | null;
  /** Whether it has yet to be registered with carriers. */
  readonly registration: "missing" | "not_needed" | "registered";
}

/** The dealer's locations without a main number: those that requested one first, longest waiting first. */
export async function locationsWithoutNumber(db: Db, dealer_id: number) {
  return db
    .selectFrom("locations")
    .where("dealer_id", "=", dealer_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("phone_numbers")
            .whereRef("phone_numbers.dealer_id", "=", "locations.dealer_id")
            .whereRef("phone_numbers.location_id", "=", "locations.id")
            .where("phone_numbers.kind", "=", "main")
            .select("number"),
        ),
      ),
    )
    .orderBy(sql`phone_no_request = 2`, "desc")
    .orderBy("phone_no_requested_at", (order) => order.asc().nullsLast())
    .orderBy("id")
    .select(["id", "title"])
    .execute();
}

/**
 * Assigns a location its main number. Needs a platform unit.
 *
 * @returns false, with nothing written, if the location is absent or has one, or the number is taken.
 */
export async function assignNumber(db: Db, { number, dealer_id, location_id, ...more }: LocationNumber, at: Date) {
  const location = await db
    .selectFrom("locations")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", location_id)
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  const taken = await db
    .selectFrom("phone_numbers")
    .where(({ or, and, eb }) =>
      or([
        eb("number", "=", number),
        and([eb("dealer_id", "=", dealer_id), eb("location_id", "=", location_id), eb("kind", "=", "main")]),
      ]),
    )
    .select("number")
    .executeTakeFirst();
  if (!location || taken) return false;
  const added = await db
    .insertInto("phone_numbers")
    .values({ number, dealer_id, location_id, ...more, created_at: at, registration_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("number")
    .executeTakeFirst();
  if (!added) return false;
  await db
    .updateTable("locations")
    .set({ phone_no_request: 1 })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", location_id)
    .execute();
  return true;
}

/** The number that a location texts from, which no tracking number is; undefined without one. */
export async function senderNumber(db: Db, dealer_id: number, location_id: number): Promise<string | undefined> {
  return (await textSender(db, dealer_id, location_id))?.number;
}

/** The number that a location texts from with its registration; undefined without one. */
export async function textSender(db: Db, dealer_id: number, location_id: number): Promise<TextSender | undefined> {
  const [row] = await selectSender(db, dealer_id, location_id);
  return row;
}

const selectSender = builtOnce((db, dealer_id: number, location_id: number) =>
  db
    .selectFrom("phone_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("kind", "=", "main")
    .orderBy("created_at")
    .select("number")
    .select(sql<NumberRegistration>`registration`.as("registration"))
    .select(sql<number>`coalesce((select blocks_replies from registration_terms), 0)`.as("blocks_replies"))
    .modifyFront(preparedStatement),
);

/** Whether a location's texts may have a picture: its number sends them, as far as anyone knows. */
export async function sendsPictures(db: Db, dealer_id: number, location_id: number): Promise<boolean> {
  const row = await db
    .selectFrom("phone_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("kind", "=", "main")
    .orderBy("created_at")
    .select("sends_pictures")
    .executeTakeFirst();
  return row?.sends_pictures !== false;
}

/** A number with its registration and since when it is so. */
export interface RegisteredNumber {
  readonly number: string;
  readonly location_id: number;
  readonly provider_sid: string | null;
  readonly kind: "main" | "tracking";
  readonly registration: NumberRegistration;
  readonly registration_at: Date;
}

/** All numbers of a business, by location. */
export async function registeredNumbers(db: Db, dealer_id: number): Promise<RegisteredNumber[]> {
  return db
    .selectFrom("phone_numbers")
    .where("dealer_id", "=", dealer_id)
    .orderBy("location_id")
    .orderBy("created_at")
    .select(["number", "location_id", "provider_sid", "registration_at"])
    .select(sql<"main" | "tracking">`kind`.as("kind"))
    .select(sql<NumberRegistration>`registration`.as("registration"))
    .execute();
}

/**
 * Moves a number's registration on, and tells domains and browsers. Needs a platform unit.
 *
 * @param from only a number that is still so is moved; without it, any.
 * @returns false when it was so already, or no longer `from`.
 */
export async function setNumberRegistration(
  { db, announce, publish }: Pick<UnitOfWork, "db" | "announce" | "publish">,
  {
    dealer_id,
    number,
    from,
  }: { readonly dealer_id: number; readonly number: string; readonly from?: NumberRegistration | undefined },
  registration: NumberRegistration,
  at: Date,
): Promise<boolean> {
  const changed = await db
    .updateTable("phone_numbers")
    .set({ registration, registration_at: at })
    .where("dealer_id", "=", dealer_id)
    .where("number", "=", number)
    .where("registration", "<>", registration)
    .$if(from !== undefined, (query) => query.where("registration", "=", from ?? ""))
    .returning("location_id")
    .executeTakeFirst();
  if (!changed) return false;
  const location = { dealer_id, location_id: changed.location_id };
  announce(locationFacts.numberRegistrationChanged, location);
  publish(locationEvents.numberChanged, {}, location);
  return true;
}

/**
 * Notes that a carrier refused a text because its number isn't registered: it is `missing`, unless that is known already
 * or the number was registered after the text left. Needs a platform unit.
 */
export async function noteUnregistered(
  unit: Pick<UnitOfWork, "db" | "announce" | "publish">,
  { dealer_id, number, left_at }: { readonly dealer_id: number; readonly number: string; readonly left_at: Date },
  at: Date,
): Promise<void> {
  const row = await unit.db
    .selectFrom("phone_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("number", "=", number)
    .select("registration_at")
    .select(sql<NumberRegistration>`registration`.as("registration"))
    .forUpdate()
    .executeTakeFirst();
  const isNews =
    row?.registration === "not_needed" || (row?.registration === "registered" && row.registration_at <= left_at);
  if (isNews) await setNumberRegistration(unit, { dealer_id, number }, "missing", at);
}

/** Keeps what the carrier calls a number that was there before. Needs a platform unit. */
export async function setNumberSid(
  db: Db,
  { dealer_id, number }: { readonly dealer_id: number; readonly number: string },
  provider_sid: string,
): Promise<void> {
  await db
    .updateTable("phone_numbers")
    .set({ provider_sid })
    .where("dealer_id", "=", dealer_id)
    .where("number", "=", number)
    .where("provider_sid", "is", null)
    .execute();
}

/** The registration of the number that a location texts from; undefined without a number. */
export async function senderRegistration(
  db: Db,
  dealer_id: number,
  location_id: number,
): Promise<NumberRegistration | undefined> {
  return (await textSender(db, dealer_id, location_id))?.registration;
}

/** SQL: whether the number that a location texts from waits for its registration; the location as columns or values. */
export const isNumberHeldSql = (dealer_id: RawBuilder<unknown>, location_id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from phone_numbers held_number where held_number.dealer_id = ${dealer_id}
    and held_number.location_id = ${location_id} and held_number.kind = 'main'
    and held_number.registration not in ('not_needed', 'registered'))`;

/** The most segments a day that carriers take of a business's registered numbers: as told for it, or else as usual. */
export async function dailySegments(db: Db, dealer_id: number): Promise<number> {
  const { rows } = await sql<{ segments: number }>`select coalesce(
      (select min(daily_segments) from carrier_registrations
        where dealer_id = ${dealer_id} and kind = 'campaign' and state = 'approved'),
      (select daily_segments from registration_terms), 2000)::int as segments`.execute(db);
  return rows[0]?.segments ?? 0;
}

/** The number that sends codes: one that may send them first, of those the platform's, or else one of the business's own. */
export async function platformSender(db: Db, dealer_id: number): Promise<TextSender | undefined> {
  return db
    .selectFrom("phone_numbers")
    .where("dealer_id", "in", [0, dealer_id])
    .where("kind", "=", "main")
    .orderBy(sql`registration in ('not_needed', 'registered')`, "desc")
    .orderBy("dealer_id")
    .orderBy("created_at")
    .select("number")
    .select(sql<NumberRegistration>`registration`.as("registration"))
    .select(sql<number>`coalesce((select blocks_replies from registration_terms), 0)`.as("blocks_replies"))
    .executeTakeFirst();
}

/** The place of the platform's number; it is made the first time. Needs a platform unit. */
export async function ensurePlatformLocation({ db }: Pick<UnitOfWork, "db">): Promise<number> {
  await lockByName(db, "platform location");
  const existing = db.selectFrom("locations").where("dealer_id", "=", 0).select("id").orderBy("id").limit(1);
  const found = await existing.executeTakeFirst();
  if (found) return found.id;
  const location = db.insertInto("locations").values({ dealer_id: 0, title: "Platform" }).returning("id");
  return (await location.executeTakeFirstOrThrow()).id;
}

/** Gives the platform a location and a number if it has none. Needs a platform unit. */
export async function ensurePlatformNumber(
  unit: UnitOfWork,
  number: string,
  provider: string,
  registration: LocationNumber["registration"] = "not_needed",
): Promise<void> {
  const { db } = unit;
  const existing = db.selectFrom("phone_numbers").where("dealer_id", "=", 0).select("number").limit(1);
  if (await existing.executeTakeFirst()) return;
  const location_id = await ensurePlatformLocation(unit);
  const row = { number, dealer_id: 0, location_id, provider, registration };
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

/** Whether a number is one of the business's own. */
export async function isOwnNumber(db: Db, dealer_id: number, number: string): Promise<boolean> {
  const row = db.selectFrom("phone_numbers").where("dealer_id", "=", dealer_id).where("number", "=", number);
  return (await row.select("number").executeTakeFirst()) !== undefined;
}

/** A number that a location has asked for. */
export interface NumberWanted {
  readonly id: number;
  readonly location_id: number;
  readonly location: string;
  readonly source: string;
  readonly area_code: string;
  readonly requested_at: Date;
}

/** The dealer's requests for tracking numbers, longest waiting first. */
export async function requestedNumbers(db: Db, dealer_id: number): Promise<NumberWanted[]> {
  return db
    .selectFrom("tracking_numbers")
    .innerJoin("locations", (join) =>
      join
        .onRef("locations.dealer_id", "=", "tracking_numbers.dealer_id")
        .onRef("locations.id", "=", "tracking_numbers.location_id"),
    )
    .where("tracking_numbers.dealer_id", "=", dealer_id)
    .where("tracking_numbers.state", "=", "requested")
    .select(["tracking_numbers.id", "tracking_numbers.location_id", "locations.title as location"])
    .select(["tracking_numbers.source", "tracking_numbers.area_code", "tracking_numbers.requested_at"])
    .orderBy("tracking_numbers.requested_at")
    .orderBy("tracking_numbers.id")
    .limit(100)
    .execute();
}

/**
 * Answers a request with a number. Needs a platform unit.
 *
 * @returns false, with nothing written, if the request is no longer open, or the number is taken.
 */
export async function assignTrackingNumber(
  db: Db,
  { number, dealer_id, location_id, ...more }: LocationNumber,
  { id, at }: { readonly id: number; readonly at: Date },
): Promise<boolean> {
  const request = await db
    .selectFrom("tracking_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .where("location_id", "=", location_id)
    .where("state", "=", "requested")
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  if (!request) return false;
  const added = await db
    .insertInto("phone_numbers")
    .values({ number, dealer_id, location_id, ...more, kind: "tracking", created_at: at, registration_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning("number")
    .executeTakeFirst();
  if (!added) return false;
  await db
    .updateTable("tracking_numbers")
    .set({ number, state: "active", settled_at: at })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
  return true;
}

/** What a called number says of the call; undefined for a main number. */
export async function trackingNumberOf(db: Db, dealer_id: number, number: string) {
  return db
    .selectFrom("tracking_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("number", "=", number)
    .where("state", "in", ["active", "parked"])
    .select(["source", "state", "forward_to", "also_rings", "ring", "whisper", "greeting", "hours"])
    .executeTakeFirst();
}

/** A parked number, with what the carrier calls it; null when it was never bought there. */
export interface ParkedNumber {
  readonly dealer_id: number;
  readonly id: number;
  readonly location_id: number;
  readonly number: string;
  readonly provider_sid: string | null;
}

/** The numbers that were parked before a time, oldest first. Needs a platform unit. */
export async function parkedBefore(db: Db, before: Date): Promise<ParkedNumber[]> {
  const rows = await db
    .selectFrom("tracking_numbers as parked")
    .leftJoin("phone_numbers", "phone_numbers.number", "parked.number")
    .where("parked.state", "=", "parked")
    .where("parked.parked_at", "<=", before)
    .select(["parked.dealer_id", "parked.id", "parked.location_id", "parked.number", "phone_numbers.provider_sid"])
    .orderBy("parked.parked_at")
    .limit(100)
    .execute();
  return rows.flatMap(({ number, ...row }) => (number === null ? [] : [{ ...row, number }]));
}

/** Lets a parked number go. Needs a platform unit. @returns false when it was kept meanwhile. */
export async function letNumberGo(db: Db, { dealer_id, id, number }: ParkedNumber): Promise<boolean> {
  const released = await db
    .updateTable("tracking_numbers")
    .set({ state: "released" })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .where("state", "=", "parked")
    .returning("id")
    .executeTakeFirst();
  if (!released) return false;
  await db.deleteFrom("phone_numbers").where("dealer_id", "=", dealer_id).where("number", "=", number).execute();
  return true;
}
