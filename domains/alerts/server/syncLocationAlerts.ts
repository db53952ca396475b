import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { AlertKind, AlertRule } from "../contract.ts";
import { locationKeyOf } from "./rulesStore.ts";
import { type AlertChanges, endAlerts, insertAlerts, openAlertsOf, updateWhy } from "./store.ts";

interface LocationRule {
  readonly rule: AlertRule;
  readonly kind: AlertKind;
  /** The sentence for alerts whose cause has ended. */
  readonly how: string;
}

/** Opens and ends a rule's alerts so that exactly the locations with a cause have one, in today's numbers. */
export async function syncLocationAlerts(
  { db, now }: UnitOfWork,
  { rule, kind, how }: LocationRule,
  causes: readonly (LocationKey & { readonly why: string })[],
): Promise<AlertChanges> {
  const at = now();
  const open = await openAlertsOf(db, rule);
  const [isOpen, hasCause] = [new Set(open.map(locationKeyOf)), new Set(causes.map(locationKeyOf))];
  const ended = open.filter((alert) => !hasCause.has(locationKeyOf(alert)));
  const began = causes.filter((place) => !isOpen.has(locationKeyOf(place)));
  await endAlerts(
    db,
    ended.map((alert) => ({ ...alert, resolved_at: at, how })),
  );
  await insertAlerts(
    db,
    began.map(({ dealer_id, location_id, why }) => ({ dealer_id, location_id, rule, kind, why, began_at: at })),
  );
  const why = new Map(causes.map((place) => [locationKeyOf(place), place.why]));
  const lasting = open.flatMap((alert) => {
    const text = why.get(locationKeyOf(alert));
    return text === undefined ? [] : [{ ...alert, why: text }];
  });
  await updateWhy(db, lasting);
  return { began, ended };
}
