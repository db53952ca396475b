import type { Unit } from "#core/server/unit.ts";
import { afterBusinessSeconds } from "#domains/locations/hours/rules.ts";
import { hoursOfAll } from "#domains/locations/hours/server/public.ts";
import { dangerTimes, untouchedHow, untouchedWhy, waitingSince } from "../rules.ts";
import { type Limits, noLongerUntouched, type Untouched, untouchedNow, waitingPlaces } from "./causeStore.ts";
import { keyOf, rulesOfAll } from "./rulesStore.ts";
import { type Changed, endAlerts, insertAlerts, type NewAlert, raiseAlerts } from "./store.ts";

/**
 * Customers whom nobody answers. Not every chat's wait is worked out anew: for each location it is known since when
 * somebody must have been waiting by now, and the chats' index finds those who have.
 */
export async function watchUntouched({ db, now }: Unit): Promise<Changed> {
  const places = await waitingPlaces(db);
  const at = now();
  const rules = await rulesOfAll(db);
  const hours = places.length > 0 ? await hoursOfAll(db) : new Map();
  const limits = places.flatMap((place): Limits[] => {
    const { untouched_on, untouched_minutes } = rules(place);
    const local = hours.get(keyOf(place));
    if (untouched_on === 0 || !local) return [];
    const since = (minutes: number) => waitingSince(local.hours, local.time_zone, at, minutes * 60);
    const warning = since(untouched_minutes);
    return warning ? [{ ...place, warning, danger: since(untouched_minutes * dangerTimes) }] : [];
  });

  const over = await noLongerUntouched(db, limits);
  const ended = over.map(({ answered_at, ...one }) => ({
    ...one,
    resolved_at: answered_at ?? at,
    how: untouchedHow(one),
  }));
  await endAlerts(db, ended);

  const found = await untouchedNow(db, limits);
  const began: NewAlert[] = [];
  const worse: (Untouched & { id: number; why: string })[] = [];
  for (const one of found) {
    const { dealer_id, location_id, chat_id, customer_name, waiting_since, is_danger, alert_id } = one;
    const { hours: opening, time_zone } = hours.get(keyOf(one));
    const { untouched_minutes } = rules(one);
    const minutes = is_danger ? untouched_minutes * dangerTimes : untouched_minutes;
    const why = untouchedWhy(customer_name, minutes, waiting_since, time_zone);
    if (alert_id !== null) {
      worse.push({ ...one, id: alert_id, why });
      continue;
    }
    const began_at = afterBusinessSeconds(opening, time_zone, waiting_since, untouched_minutes * 60) ?? at;
    const kind = is_danger ? "danger" : "warning";
    began.push({ dealer_id, location_id, rule: "untouched", kind, chat_id, why, began_at });
  }
  await insertAlerts(db, began);
  await raiseAlerts(db, worse);
  return { began, worse, ended };
}
