import type { HandOverRequest } from "#core/server/domainManifest.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { publishTaskChanges } from "./endFinishedTasks.ts";
import { reassignOpenTasks } from "./store.ts";

/** Reassigns a departing member's open tasks; ended ones stay theirs. */
export async function handOverTasks(unit: UnitOfWork, request: HandOverRequest): Promise<number> {
  const locations = await reassignOpenTasks(unit.db, request);
  publishTaskChanges(unit, locations);
  return locations.length;
}
