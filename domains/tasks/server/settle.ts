import type { Unit } from "#core/server/unit.ts";
import { taskEvents } from "../contract.ts";
import { stateAfter } from "../rules.ts";
import { endAll, overAppointments, overWaits, type Place } from "./endingStore.ts";

/** Ends the tasks that an act has done meanwhile, or that are needed no more: of one location, or of all. Answers how many. */
export async function settle(unit: Unit, place?: Place): Promise<number> {
  const now = unit.now();
  const over = [...(await overWaits(unit.db, place)), ...(await overAppointments(unit.db, now, place))];
  await endAll(
    unit.db,
    over.map((one) => ({ ...one, state: stateAfter(one.how) })),
    now,
  );
  tellOfTasks(unit, over);
  return over.length;
}

/** Lets everybody at the locations of some tasks look again, once each. */
export function tellOfTasks({ tell }: Pick<Unit, "tell">, changed: readonly Place[]): void {
  const places = new Map(
    changed.map(({ dealer_id, location_id }) => [`${dealer_id}:${location_id}`, { dealer_id, location_id }]),
  );
  for (const place of places.values()) tell(taskEvents.changed, { target_id: null }, place);
}
