import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { TrackingNumber, TrackingNumberChange } from "../contract.ts";
import { parkedDays, sourcesWith } from "../rules.ts";

/** The numbers and open requests of a location, as the table shows them. */
export function trackingNumberRows(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("tracking_numbers")
    .innerJoin("locations", (join) =>
      join
        .onRef("locations.dealer_id", "=", "tracking_numbers.dealer_id")
        .onRef("locations.id", "=", "tracking_numbers.location_id"),
    )
    .where("tracking_numbers.dealer_id", "=", dealer_id)
    .where("tracking_numbers.location_id", "=", location_id)
    .where("tracking_numbers.state", "not in", ["canceled", "released"])
    .select(["tracking_numbers.id", "tracking_numbers.source", "tracking_numbers.area_code"])
    .select(["tracking_numbers.forward_to", "tracking_numbers.also_rings", "tracking_numbers.requested_at"])
    .select(["tracking_numbers.greeting", "tracking_numbers.whisper"])
    .select([
      sql<TrackingNumber["ring"]>`tracking_numbers.ring`.as("ring"),
      sql<TrackingNumber["hours"]>`tracking_numbers.hours`.as("hours"),
    ])
    .select("locations.call_phone_no as location_phone")
    .select(sql<string>`coalesce(tracking_numbers.number, '')`.as("number"))
    .select(
      sql<Date | null>`tracking_numbers.parked_at + make_interval(days => ${parkedDays}::int)`.as("given_back_at"),
    )
    .select(sql<TrackingNumber["type"]>`tracking_numbers.state`.as("type"));
}

/** One of them; undefined for an absent, canceled or foreign one. */
export async function trackingNumberById(db: Db, location: LocationKey, id: number) {
  return trackingNumberRows(db, location).where("tracking_numbers.id", "=", id).executeTakeFirst();
}

export async function sourcesOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<string[]> {
  const rows = await db
    .selectFrom("tracking_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("state", "<>", "canceled")
    .select("source")
    .distinct()
    .execute();
  return sourcesWith(rows.map(({ source }) => source));
}

/** How many requests are open; concurrent ones wait for each other until the transaction's end. */
export async function countOpenRequests(db: Db, { dealer_id, location_id }: LocationKey): Promise<number> {
  await lockByName(db, `tracking numbers ${location_id}`);
  const { open } = await db
    .selectFrom("tracking_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("state", "=", "requested")
    .select(sql<number>`count(*)::int`.as("open"))
    .executeTakeFirstOrThrow();
  return open;
}

export interface NewRequest extends LocationKey {
  readonly source: string;
  readonly area_code: string;
  readonly forward_to: string;
  readonly requested_by: number;
  readonly requested_at: Date;
}

export async function insertRequest(db: Db, request: NewRequest): Promise<number> {
  const added = db.insertInto("tracking_numbers").values(request).returning("id");
  return (await added.executeTakeFirstOrThrow()).id;
}

export async function updateTrackingNumber(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { id, ...change }: TrackingNumberChange & { readonly id: number },
): Promise<void> {
  await db
    .updateTable("tracking_numbers")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .execute();
}

/** Parks an active number; false when it isn't one. */
export async function parkNumber(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { id, parked_at }: { readonly id: number; readonly parked_at: Date },
): Promise<boolean> {
  const parked = await db
    .updateTable("tracking_numbers")
    .set({ state: "parked", parked_at })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("state", "=", "active")
    .returning("id")
    .executeTakeFirst();
  return parked !== undefined;
}

/** Takes a number's release back; false when it isn't parked. */
export async function keepNumber(db: Db, { dealer_id, location_id }: LocationKey, id: number): Promise<boolean> {
  const kept = await db
    .updateTable("tracking_numbers")
    .set({ state: "active", parked_at: null })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("state", "=", "parked")
    .returning("id")
    .executeTakeFirst();
  return kept !== undefined;
}

/** Cancels a request; false when the number has been bought meanwhile. */
export async function cancelRequest(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { id, settled_at }: { readonly id: number; readonly settled_at: Date },
): Promise<boolean> {
  const canceled = await db
    .updateTable("tracking_numbers")
    .set({ state: "canceled", settled_at })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("state", "=", "requested")
    .returning("id")
    .executeTakeFirst();
  return canceled !== undefined;
}
