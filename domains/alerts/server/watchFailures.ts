import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { failuresWhy, isFailing } from "../rules.ts";
import { failedTextsSince, sentTextsSince } from "./causeStore.ts";
import { locationKeyOf, rulesByLocation } from "./rulesStore.ts";
import type { AlertChanges } from "./store.ts";
import { syncLocationAlerts } from "./syncLocationAlerts.ts";

const anHour = 60 * 60_000;
const failures = { rule: "failures", kind: "danger", how: "Texts are being delivered again." } as const;

/** Alerts locations where many texts fail. */
export async function watchFailures(unit: UnitOfWork): Promise<AlertChanges> {
  const { db, now } = unit;
  const since = new Date(now().getTime() - anHour);
  const rules = await rulesByLocation(db);
  const many = (await failedTextsSince(db, since)).filter((place) => place.failed >= rules(place).failures_least);
  // The other locations need no count of sent texts.
  const counted = many.length > 0 ? await sentTextsSince(db, many, since) : [];
  const sent = new Map(counted.map((place) => [locationKeyOf(place), place.sent]));
  const failing = many
    .map((place) => ({ ...place, sent: sent.get(locationKeyOf(place)) ?? place.failed }))
    .filter((place) => isFailing(place, rules(place)));
  return syncLocationAlerts(
    unit,
    failures,
    failing.map((place) => ({ ...place, why: failuresWhy(place) })),
  );
}
