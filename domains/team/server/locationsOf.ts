import { found } from "#core/failure.ts";
import type { Db } from "#core/server/unit.ts";
import { ownLocations } from "./store.ts";

/** The locations, each once, when all of them are the business's; otherwise they are as good as absent. */
export async function locationsOf(db: Db, dealer_id: number, ids: readonly number[]): Promise<number[]> {
  const own = await ownLocations(db, dealer_id, ids);
  return found(own.length === new Set(ids).size ? own : undefined);
}
