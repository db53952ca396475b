import { found } from "#core/failure.ts";
import type { Db } from "#core/server/unit.ts";
import { ownLocations } from "./store.ts";

/** Returns the distinct ids if all locations are the business's own; throws `absent` otherwise. */
export async function locationsOf(db: Db, dealer_id: number, ids: readonly number[]): Promise<number[]> {
  const own = await ownLocations(db, dealer_id, ids);
  return found(own.length === new Set(ids).size ? own : undefined);
}
