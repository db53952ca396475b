import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { afterBusinessSeconds } from "#domains/locations/hours/rules.ts";
import { hoursOfAll } from "#domains/locations/hours/server/public.ts";
import { dangerFactor, untouchedHow, untouchedWhy, waitingSince } from "../rules.ts";
import {
  findNoLongerUntouched,
  findUntouched,
  locationsWithWaits,
  type UntouchedCustomer,
  type WaitCutoffs,
} from "./causeStore.ts";
import { locationKeyOf, rulesByLocation } from "./rulesStore.ts";
import { type AlertChanges, endAlerts, insertAlerts, type NewAlert, raiseAlerts } from "./store.ts";

/**
 * Alerts about unanswered customers. Computes one cutoff per location instead of each chat's business time,
 * so that the chats' index finds those who have waited longer.
 */
export async function watchUntouched({ db, now }: UnitOfWork): Promise<AlertChanges> {
  const locations = await locationsWithWaits(db);
  const at = now();
  const rules = await rulesByLocation(db);
  const hours = locations.length > 0 ? await hoursOfAll(db) : new Map();
  const limits = locations.flatMap((location): WaitCutoffs[] => {
    const { untouched_on, untouched_minutes } = rules(location);
    const localHours = hours.get(locationKeyOf(location));
    if (untouched_on === 0 || !localHours) return [];
    const since = (minutes: number) => waitingSince(localHours.hours, localHours.time_zone, at, minutes * 60);
    const warning = since(untouched_minutes);
    return warning ? [{ ...location, warning, danger: since(untouched_minutes * dangerFactor) }] : [];
  });

  const endedWaits = await findNoLongerUntouched(db, limits);
  const ended = endedWaits.map(({ answered_at, ...customer }) => ({
    ...customer,
    resolved_at: answered_at ?? at,
    how: untouchedHow(customer),
  }));
  await endAlerts(db, ended);

  const due = await findUntouched(db, limits);
  const began: NewAlert[] = [];
  const worse: (UntouchedCustomer & { id: number; why: string })[] = [];
  for (const customer of due) {
    const { dealer_id, location_id, chat_id, customer_name, waiting_since, is_danger, alert_id } = customer;
    const { hours: opening, time_zone } = hours.get(locationKeyOf(customer));
    const { untouched_minutes } = rules(customer);
    const minutes = is_danger ? untouched_minutes * dangerFactor : untouched_minutes;
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
