import type { Unit } from "#core/server/unit.ts";
import { afterBusinessSeconds } from "#domains/locations/hours/rules.ts";
import { hoursOfAll } from "#domains/locations/hours/server/public.ts";
import { dangerTimes, untouchedHow, untouchedWhy, waitingSince } from "../rules.ts";
import { type Limits, noLongerUntouched, type Untouched, untouchedNow, waitingPlaces } from "./causeStore.ts";
import { keyOf, rulesOfAll } from "./rulesStore.ts";
import { type Changed, endAlerts, insertAlerts, type NewAlert, raiseAlerts } from "./store.ts";

/**
 * Alerts about unanswered customers. Computes one cutoff per location instead of each chat's business time,
 * so that the chats' index finds those who have waited longer.
 */
export async function watchUntouched({ db, now }: Unit): Promise<Changed> {
  const locations = await waitingPlaces(db);
  const at = now();
  const rules = await rulesOfAll(db);
  const hours = locations.length > 0 ? await hoursOfAll(db) : new Map();
  const limits = locations.flatMap((location): Limits[] => {
    const { untouched_on, untouched_minutes } = rules(location);
    const localHours = hours.get(keyOf(location));
    if (untouched_on === 0 || !localHours) return [];
    const since = (minutes: number) => waitingSince(localHours.hours, localHours.time_zone, at, minutes * 60);
    const warning = since(untouched_minutes);
    return warning ? [{ ...location, warning, danger: since(untouched_minutes * dangerTimes) }] : [];
  });

  const endedWaits = await noLongerUntouched(db, limits);
  const ended = endedWaits.map(({ answered_at, ...customer }) => ({
    ...customer,
    resolved_at: answered_at ?? at,
    how: untouchedHow(customer),
  }));
  await endAlerts(db, ended);

  const due = await untouchedNow(db, limits);
  const began: NewAlert[] = [];
  const worse: (Untouched & { id: number; why: string })[] = [];
  for (const customer of due) {
    const { dealer_id, location_id, chat_id, customer_name, waiting_since, is_danger, alert_id } = customer;
    const { hours: opening, time_zone } = hours.get(keyOf(customer));
    const { untouched_minutes } = rules(customer);
    const minutes = is_danger ? untouched_minutes * dangerTimes : untouched_minutes;
    const why = untouchedWhy(customer_name, minutes, waiting_since, time_zone);
    if (alert_id !== null) {
      worse.push({ ...customer, id: alert_id, why });
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
