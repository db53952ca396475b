import type { Unit } from "#core/server/unit.ts";
import { isSpike, optoutsWhy } from "../rules.ts";
import { optOuts } from "./causeStore.ts";
import { rulesOfAll } from "./rulesStore.ts";
import type { Changed } from "./store.ts";
import { watchPlaces } from "./watchPlaces.ts";

const spikes = { rule: "optouts", kind: "warning", how: "No more customers opt out than usual." } as const;

/** Alerts locations where far more customers opt out than usual. */
export async function watchOptOuts(unit: Unit): Promise<Changed> {
  const rules = await rulesOfAll(unit.db);
  const many = (await optOuts(unit.db, unit.now())).filter((place) => isSpike(place, rules(place)));
  return watchPlaces(
    unit,
    spikes,
    many.map((place) => ({ ...place, why: optoutsWhy(place) })),
  );
}
