import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { HandOverRequest, WorkHandOver } from "#domains/team/server/public.ts";
import { publishTaskChanges } from "./endFinishedTasks.ts";
import { reassignOpenTasks } from "./store.ts";

/** Hands over a member's open tasks; ended ones stay theirs. */
export const taskWork: WorkHandOver = { what: "task", handOver: handOverTasks };

async function handOverTasks(unit: UnitOfWork, change: HandOverRequest): Promise<number> {
  const locations = await reassignOpenTasks(unit.db, change);
  publishTaskChanges(unit, locations);
  return locations.length;
}
