import type { PayloadOf } from "#core/event.ts";
import type { LocationKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { type AlertRule, alertEvents, alertRules } from "../contract.ts";
import { locationKeyOf } from "./rulesStore.ts";
import type { AlertChanges } from "./store.ts";
import { watchCampaigns } from "./watchCampaigns.ts";
import { watchFailures } from "./watchFailures.ts";
import { watchImports } from "./watchImports.ts";
import { watchOptOuts } from "./watchOptOuts.ts";
import { watchReviews } from "./watchReviews.ts";
import { watchUntouched } from "./watchUntouched.ts";

const watches: Record<AlertRule, (unit: UnitOfWork) => Promise<AlertChanges>> = {
  untouched: watchUntouched,
  failures: watchFailures,
  optouts: watchOptOuts,
  import: watchImports,
  campaign: watchCampaigns,
  review: watchReviews,
};

/** Begins, escalates and ends alerts at all locations of all dealers. */
export async function sweepAlerts(
  { within, log }: Pick<Server, "within" | "log">,
  rules: readonly AlertRule[] = alertRules,
): Promise<void> {
  for (const rule of rules) {
    const swept = within.platform(`alerts: ${rule}`, async (unit) => publishChanges(unit, await watches[rule](unit)));
    // A failing rule must not keep the others from running.
    await swept.catch((error: unknown) => log.error({ err: error, rule }, "alerts could not be swept"));
  }
}

/** Publishes one event per location, however many alerts changed there. */
function publishChanges({ publish }: UnitOfWork, changed: AlertChanges): void {
  const locations = new Map<string, LocationKey & { payload: PayloadOf<typeof alertEvents.changed> }>();
  for (const change of ["began", "worse", "ended"] as const) {
    for (const { dealer_id, location_id } of changed[change] ?? []) {
      const location = { dealer_id, location_id };
      const entry = locations.get(locationKeyOf(location)) ?? {
        ...location,
        payload: { began: 0, worse: 0, ended: 0 },
      };
      entry.payload[change] += 1;
      locations.set(locationKeyOf(location), entry);
    }
  }
  for (const { payload, ...location } of locations.values()) publish(alertEvents.changed, payload, location);
}
