import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Hours } from "#domains/locations/hours/rules.ts";
import type { LocalHours } from "#domains/locations/hours/server/public.ts";
import { worksAt } from "../rules.ts";
import { weeksAt } from "./store.ts";

/** Which of a location's members work at an instant, by their own week or the location's. Time off is another question. */
export async function membersWorking(
  db: Db,
  location: LocationKey,
  { hours, time_zone }: LocalHours,
  user_ids: readonly number[],
  at: Date,
): Promise<ReadonlySet<number>> {
  const weeks = await weeksAt(db, location);
  return new Set(user_ids.filter((id) => worksAt(hours, weeks.get(id), time_zone, at)));
}

/** A member's own week at a location; undefined when they keep the location's. */
export async function weekOf(db: Db, location: LocationKey, user_id: number): Promise<Hours["week"] | undefined> {
  return (await weeksAt(db, location)).get(user_id);
}
