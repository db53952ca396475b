import type { Db } from "#core/server/unitOfWork.ts";
import type { LocationNumber } from "./numberStore.ts";

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
    .values({ number, dealer_id, location_id, ...more, kind: "tracking", created_at: at })
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
