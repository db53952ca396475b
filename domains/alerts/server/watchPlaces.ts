import type { Unit } from "#core/server/unit.ts";
import type { AlertKind, AlertRule } from "../contract.ts";
import { keyOf } from "./rulesStore.ts";
import { type Changed, endAlerts, insertAlerts, openAtPlaces, type Place } from "./store.ts";

interface Watched {
  readonly rule: AlertRule;
  readonly kind: AlertKind;
  /** How it ended where the cause is no more. */
  readonly how: string;
}

/** Keeps up the alerts of a rule that are about whole locations: one at each where the cause is there now. */
export async function watchPlaces(
  { db, now }: Unit,
  { rule, kind, how }: Watched,
  causes: readonly (Place & { readonly why: string })[],
): Promise<Changed> {
  const at = now();
  const open = await openAtPlaces(db, rule);
  const [isOpen, isThere] = [new Set(open.map(keyOf)), new Set(causes.map(keyOf))];
  const ended = open.filter((alert) => !isThere.has(keyOf(alert)));
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
