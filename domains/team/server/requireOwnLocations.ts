import { orNotFound } from "#core/failure.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { ownLocationIds } from "./store.ts";

/** Returns the distinct ids if all locations are the business's own; throws `absent` otherwise. */
export async function requireOwnLocations(db: Db, dealer_id: number, ids: readonly number[]): Promise<number[]> {
  const own = await ownLocationIds(db, dealer_id, ids);
  return orNotFound(own.length === new Set(ids).size ? own : undefined);
}
