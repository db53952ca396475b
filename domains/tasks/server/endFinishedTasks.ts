import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { taskEvents } from "../contract.ts";
import { stateAfter } from "../rules.ts";
import { endedAppointments, endedWaits, endTasks } from "./endingStore.ts";
import { endedReviews } from "./reviewStore.ts";

/** Ends fulfilled and unnecessary tasks, of one location or of all. @returns how many. */
export async function endFinishedTasks(unit: UnitOfWork, place?: LocationKey): Promise<number> {
  const now = unit.now();
  const ended = [
    ...(await endedWaits(unit.db, place)),
    ...(await endedAppointments(unit.db, now, place)),
    ...(await endedReviews(unit.db, place)),
  ];
  await endTasks(
    unit.db,
    ended.map((one) => ({ ...one, state: stateAfter(one.how) })),
    now,
  );
  publishTaskChanges(unit, ended);
  return ended.length;
}

/** Publishes one event per location with changed tasks. */
export function publishTaskChanges({ publish }: Pick<UnitOfWork, "publish">, changed: readonly LocationKey[]): void {
  const places = new Map(
    changed.map(({ dealer_id, location_id }) => [`${dealer_id}:${location_id}`, { dealer_id, location_id }]),
  );
  for (const place of places.values()) publish(taskEvents.changed, { target_id: null }, place);
}
