import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { defaultHours, type Hours } from "../rules.ts";

/** A location's business hours with its time zone. */
export interface LocalHours {
  readonly hours: Hours;
  readonly time_zone: string;
}

/** Locations with their hours, null where none were set. */
function hoursQuery(db: Db) {
  return db
    .selectFrom("locations")
    .leftJoin("business_hours", (join) =>
      join
        .onRef("business_hours.dealer_id", "=", "locations.dealer_id")
        .onRef("business_hours.location_id", "=", "locations.id"),
    )
    .select(["locations.dealer_id", "locations.id", "locations.title", "locations.time_zone"])
    .select([
      sql<Hours["week"] | null>`business_hours.week`.as("week"),
      sql<Hours["closed"] | null>`business_hours.closed`.as("closed"),
    ]);
}

type HoursRow = Awaited<ReturnType<ReturnType<typeof hoursQuery>["executeTakeFirstOrThrow"]>>;

function localHours({ time_zone, week, closed }: HoursRow): LocalHours {
  return { hours: week && closed ? { week, closed } : defaultHours, time_zone };
}

/** One location's hours; undefined when the dealer has no such location. */
export async function hoursRow(db: Db, dealer_id: number, location_id: number) {
  const location = hoursQuery(db).where("locations.dealer_id", "=", dealer_id).where("locations.id", "=", location_id);
  const row = await location.executeTakeFirst();
  return row && { ...localHours(row), title: row.title };
}

/** The hours of all locations of all dealers, by `dealer:location`. Needs a platform unit. */
export async function hoursOfAll(db: Db): Promise<Map<string, LocalHours>> {
  const all = await hoursQuery(db).execute();
  return new Map(all.map((row) => [`${row.dealer_id}:${row.id}`, localHours(row)]));
}

/** A location's business hours and time zone. */
export async function hoursOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<LocalHours> {
  const row = await hoursRow(db, dealer_id, location_id);
  if (!row) throw new Error(`No location ${location_id} of dealer ${dealer_id}`);
  const { hours, time_zone } = row;
  return { hours, time_zone };
}

export async function setHours(db: Db, dealer_id: number, location_id: number, { week, closed }: Hours): Promise<void> {
  const chosen = { week: JSON.stringify(week), closed: JSON.stringify(closed) };
  await db
    .insertInto("business_hours")
    .values({ dealer_id, location_id, ...chosen })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(chosen))
    .execute();
}
