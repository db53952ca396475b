import type { Unit } from "#core/server/unit.ts";
import { taskEvents } from "../contract.ts";
import { stateAfter } from "../rules.ts";
import { endAll, overAppointments, overWaits, type Place } from "./endingStore.ts";

/** Ends fulfilled and unnecessary tasks, of one location or of all. @returns how many. */
export async function settle(unit: Unit, place?: Place): Promise<number> {
  const now = unit.now();
  const ended = [...(await overWaits(unit.db, place)), ...(await overAppointments(unit.db, now, place))];
  await endAll(
    unit.db,
    ended.map((one) => ({ ...one, state: stateAfter(one.how) })),
    now,
  );
  tellOfTasks(unit, ended);
  return ended.length;
}

/** Publishes one event per location with changed tasks. */
export function tellOfTasks({ tell }: Pick<Unit, "tell">, changed: readonly Place[]): void {
  const places = new Map(
    changed.map(({ dealer_id, location_id }) => [`${dealer_id}:${location_id}`, { dealer_id, location_id }]),
  );
  for (const place of places.values()) tell(taskEvents.changed, { target_id: null }, place);
}
