import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AlertRules } from "../contract.ts";
import { defaultAlertRules } from "../rules.ts";

const columns = [
  "untouched_on",
  "untouched_minutes",
  "failures_on",
  "failures_least",
  "failures_percent",
  "optouts_on",
  "optouts_least",
  "optouts_times",
  "imports_on",
  "campaigns_on",
  "reviews_on",
] as (keyof AlertRules)[];

type StoredRules = { [K in keyof AlertRules]: number };

/** A location's alert rules, or the defaults. */
export async function readRules(db: Db, { dealer_id, location_id }: LocationKey): Promise<AlertRules> {
  const row = await db
    .selectFrom("alert_rules")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(columns)
    .$narrowType<StoredRules>()
    .executeTakeFirst();
  return (row as AlertRules | undefined) ?? defaultAlertRules;
}

/** Reads all stored rules at once, for lookups by location. Needs the platform's row access. */
export async function rulesByLocation(db: Db): Promise<(place: LocationKey) => AlertRules> {
  const rows = await db
    .selectFrom("alert_rules")
    .select(["dealer_id", "location_id", ...columns])
    .execute();
  const stored = new Map(rows.map((row) => [locationKeyOf(row), row as LocationKey & AlertRules]));
  return (place) => stored.get(locationKeyOf(place)) ?? defaultAlertRules;
}

export async function saveRules(db: Db, { dealer_id, location_id }: LocationKey, rules: AlertRules): Promise<void> {
  await db
    .insertInto("alert_rules")
    .values({ dealer_id, location_id, ...rules })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(rules))
    .execute();
}

/** A map key for a location of any dealer. */
export const locationKeyOf = ({ dealer_id, location_id }: LocationKey) => `${dealer_id}:${location_id}`;
