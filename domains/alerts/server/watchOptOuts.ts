import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { isSpike, optoutsWhy } from "../rules.ts";
import { countOptOuts } from "./causeStore.ts";
import { rulesByLocation } from "./rulesStore.ts";
import type { AlertChanges } from "./store.ts";
import { syncLocationAlerts } from "./syncLocationAlerts.ts";

const spikes = { rule: "optouts", kind: "warning", how: "Opt-outs are back to normal." } as const;

/** Alerts locations where far more customers opt out than usual. */
export async function watchOptOuts(unit: UnitOfWork): Promise<AlertChanges> {
  const rules = await rulesByLocation(unit.db);
  const many = (await countOptOuts(unit.db, unit.now())).filter((place) => isSpike(place, rules(place)));
  return syncLocationAlerts(
    unit,
    spikes,
    many.map((place) => ({ ...place, why: optoutsWhy(place) })),
  );
}
