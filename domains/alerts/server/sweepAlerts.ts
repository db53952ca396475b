import type { PayloadOf } from "#core/event.ts";
import type { Server } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { type AlertRule, alertEvents, alertRules } from "../contract.ts";
import { keyOf } from "./rulesStore.ts";
import type { Changed, Place } from "./store.ts";
import { watchFailures } from "./watchFailures.ts";
import { watchImports } from "./watchImports.ts";
import { watchOptOuts } from "./watchOptOuts.ts";
import { watchUntouched } from "./watchUntouched.ts";

const watches: Record<AlertRule, (unit: Unit) => Promise<Changed>> = {
  ...{ untouched: watchUntouched, failures: watchFailures, optouts: watchOptOuts, import: watchImports },
};

/** Looks at what rules are about, at all locations of all dealers: alerts begin, become worse and end. */
export async function sweepAlerts(
  { within, log }: Pick<Server, "within" | "log">,
  rules: readonly AlertRule[] = alertRules,
): Promise<void> {
  for (const rule of rules) {
    const swept = within.platform(`alerts: ${rule}`, async (unit) => tellChanges(unit, await watches[rule](unit)));
    // What one rule stumbles over must not keep the others from being looked at.
    await swept.catch((error: unknown) => log.error({ err: error, rule }, "alerts could not be swept"));
  }
}

/** One event for each location, however many alerts changed there. */
function tellChanges({ tell }: Unit, changed: Changed): void {
  const places = new Map<string, Place & { told: PayloadOf<typeof alertEvents.changed> }>();
  for (const what of ["began", "worse", "ended"] as const) {
    for (const { dealer_id, location_id } of changed[what] ?? []) {
      const place = { dealer_id, location_id };
      const known = places.get(keyOf(place)) ?? { ...place, told: { began: 0, worse: 0, ended: 0 } };
      known.told[what] += 1;
      places.set(keyOf(place), known);
    }
  }
  for (const { told, ...place } of places.values()) tell(alertEvents.changed, told, place);
}
