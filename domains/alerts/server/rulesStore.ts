import type { Db } from "#core/server/unit.ts";
import type { AlertRules } from "../contract.ts";
import { usualRules } from "../rules.ts";
import type { Place } from "./store.ts";

const columns = [
  ...["untouched_on", "untouched_minutes", "failures_on", "failures_least", "failures_percent"],
  ...["optouts_on", "optouts_least", "optouts_times", "imports_on"],
] as (keyof AlertRules)[];

type Row = { [K in keyof AlertRules]: number };

/** From when on a location's people are alerted. */
export async function rulesOf(db: Db, { dealer_id, location_id }: Place): Promise<AlertRules> {
  const row = await db
    .selectFrom("alert_rules")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(columns)
    .$narrowType<Row>()
    .executeTakeFirst();
  return (row as AlertRules | undefined) ?? usualRules;
}

/** The rules of any location: of all dealers' who chose some, they are read at once. Needs the platform's rows. */
export async function rulesOfAll(db: Db): Promise<(place: Place) => AlertRules> {
  const rows = await db
    .selectFrom("alert_rules")
    .select(["dealer_id", "location_id", ...columns])
    .execute();
  const chosen = new Map(rows.map((row) => [keyOf(row), row as Place & AlertRules]));
  return (place) => chosen.get(keyOf(place)) ?? usualRules;
}

export async function setRules(db: Db, { dealer_id, location_id }: Place, rules: AlertRules): Promise<void> {
  await db
    .insertInto("alert_rules")
    .values({ dealer_id, location_id, ...rules })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(rules))
    .execute();
}

/** A location among those of all dealers. */
export const keyOf = ({ dealer_id, location_id }: Place) => `${dealer_id}:${location_id}`;
