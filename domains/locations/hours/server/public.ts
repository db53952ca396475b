import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { hoursRow, hoursRows, type LocalHours } from "./store.ts";

export type { LocalHours } from "./store.ts";

/** A location's business hours and time zone. */
export async function hoursOf(db: Db, { dealer_id, location_id }: LocationKey): Promise<LocalHours> {
  const row = await hoursRow(db, dealer_id, location_id);
  if (!row) throw new Error(`No location ${location_id} of dealer ${dealer_id}`);
  const { hours, time_zone } = row;
  return { hours, time_zone };
}

/** The hours of all locations of all dealers, by `dealer:location`. Needs a platform unit. */
export async function hoursOfAll(db: Db): Promise<Map<string, LocalHours>> {
  return hoursRows(db);
}
