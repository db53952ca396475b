import type { Unit } from "#core/server/unit.ts";
import type { AlertKind, AlertRule } from "../contract.ts";
import { keyOf } from "./rulesStore.ts";
import { type Changed, endAlerts, insertAlerts, openAtPlaces, type Place } from "./store.ts";

interface LocationRule {
  readonly rule: AlertRule;
  readonly kind: AlertKind;
  /** The sentence for alerts whose cause has ended. */
  readonly how: string;
}

/** Opens and ends a rule's alerts so that exactly the locations with a cause have one. */
export async function watchPlaces(
  { db, now }: Unit,
  { rule, kind, how }: LocationRule,
  causes: readonly (Place & { readonly why: string })[],
): Promise<Changed> {
  const at = now();
  const open = await openAtPlaces(db, rule);
  const [isOpen, hasCause] = [new Set(open.map(keyOf)), new Set(causes.map(keyOf))];
  const ended = open.filter((alert) => !hasCause.has(keyOf(alert)));
  const began = causes.filter((place) => !isOpen.has(keyOf(place)));
  await endAlerts(
    db,
    ended.map((alert) => ({ ...alert, resolved_at: at, how })),
  );
  await insertAlerts(
    db,
    began.map(({ dealer_id, location_id, why }) => ({ dealer_id, location_id, rule, kind, why, began_at: at })),
  );
  return { began, ended };
}
