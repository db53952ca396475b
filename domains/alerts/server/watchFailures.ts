import type { Unit } from "#core/server/unit.ts";
import { failuresWhy, isFailing } from "../rules.ts";
import { failedSince, sentSince } from "./causeStore.ts";
import { keyOf, rulesOfAll } from "./rulesStore.ts";
import type { Changed } from "./store.ts";
import { watchPlaces } from "./watchPlaces.ts";

const anHour = 60 * 60_000;
const failures = { rule: "failures", kind: "danger", how: "Texts get through again." } as const;

/** Alerts locations where many texts fail. */
export async function watchFailures(unit: Unit): Promise<Changed> {
  const { db, now } = unit;
  const since = new Date(now().getTime() - anHour);
  const rules = await rulesOfAll(db);
  const many = (await failedSince(db, since)).filter((place) => place.failed >= rules(place).failures_least);
  // The other locations need no count of sent texts.
  const counted = many.length > 0 ? await sentSince(db, many, since) : [];
  const sent = new Map(counted.map((place) => [keyOf(place), place.sent]));
  const failing = many
    .map((place) => ({ ...place, sent: sent.get(keyOf(place)) ?? place.failed }))
    .filter((place) => isFailing(place, rules(place)));
  return watchPlaces(
    unit,
    failures,
    failing.map((place) => ({ ...place, why: failuresWhy(place) })),
  );
}
