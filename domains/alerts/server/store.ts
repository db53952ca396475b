import { sql } from "kysely";
import type { LocationKey, LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AlertKind, AlertRule, AlertRules } from "../contract.ts";
import { defaultAlertRules } from "../rules.ts";

/** The locations of alerts that changed, one entry per alert. */
export interface AlertChanges {
  readonly began: readonly LocationKey[];
  readonly worse?: readonly LocationKey[];
  readonly ended: readonly LocationKey[];
  /** When the next one begins or gets worse by the clock alone. */
  readonly next?: Date | undefined;
}

const nameOf = (user: string) => sql`trim(${sql.ref(`${user}.first_name`)} || ' ' || ${sql.ref(`${user}.last_name`)})`;

/** The names of everyone who works at an alert's location, the owner last. */
const colleagues = sql`(select coalesce(array_agg(${nameOf("u")} order by u.user_type = 'dealer', u.first_name, u.id), '{}')
  from users u where u.dealer_id = alerts.dealer_id and u.is_active and (u.user_type = 'dealer' or exists (
    select from location_members m where m.dealer_id = u.dealer_id and m.user_id = u.id
      and m.location_id = alerts.location_id)))`;

/** Who looks after the alert's review; the first of several. */
const reviewAssignee = sql<number | null>`(select min(a.user_id) from review_assignees a
  where a.dealer_id = alerts.dealer_id and a.review_id = alerts.review_id)`;

/** The location's alerts that were open at any time since `from`, with agents and customer. */
export function alertRows(db: Db, { dealer_id, location_id }: LocationScope, from: Date) {
  return db
    .selectFrom("alerts")
    .leftJoin("chats", (join) =>
      join.onRef("chats.dealer_id", "=", "alerts.dealer_id").onRef("chats.id", "=", "alerts.chat_id"),
    )
    .leftJoin("customers", (join) =>
      join.onRef("customers.dealer_id", "=", "chats.dealer_id").onRef("customers.id", "=", "chats.customer_id"),
    )
    .leftJoin("uploads", (join) =>
      join.onRef("uploads.dealer_id", "=", "alerts.dealer_id").onRef("uploads.id", "=", "alerts.upload_id"),
    )
    .leftJoin("reviews", (join) =>
      join.onRef("reviews.dealer_id", "=", "alerts.dealer_id").onRef("reviews.id", "=", "alerts.review_id"),
    )
    .leftJoin("users as whose", (join) =>
      join
        .onRef("whose.dealer_id", "=", "alerts.dealer_id")
        .on("whose.id", "=", sql<number>`coalesce(uploads.user_id, chats.assigned_to, ${reviewAssignee})`),
    )
    .where("alerts.dealer_id", "=", dealer_id)
    .where("alerts.location_id", "=", location_id)
    .where(({ or, eb }) => or([eb("alerts.resolved_at", "is", null), eb("alerts.resolved_at", ">=", from)]))
    .select(["alerts.id", "alerts.why", "alerts.began_at", "alerts.resolved_at", "alerts.how", "alerts.chat_id"])
    .select("alerts.review_id")
    .select("chats.waiting_since")
    .select(sql<AlertRule>`alerts.rule`.as("rule"))
    .select(sql<AlertKind>`alerts.kind`.as("kind"))
    .select(sql<string>`coalesce(customers.customer_name, reviews.author, '')`.as("customer_name"))
    .select(
      sql<string[]>`case when whose.id is null then ${colleagues} else array[${nameOf("whose")}] end`.as("agents"),
    );
}

/** Counts the location's open alerts, and the dangers among them. */
export async function countOpen(db: Db, { dealer_id, location_id }: LocationScope) {
  return db
    .selectFrom("alerts")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("resolved_at", "is", null)
    .select(sql<number>`count(*)::int`.as("open"))
    .select(sql<number>`(count(*) filter (where kind = 'danger'))::int`.as("danger"))
    .executeTakeFirstOrThrow();
}

/** Locks an alert of the location until the end of the transaction. */
export async function lockAlert(db: Db, { dealer_id, location_id }: LocationScope, id: number) {
  const row = await db
    .selectFrom("alerts")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select(["id", "resolved_at"])
    .select(sql<AlertRule>`rule`.as("rule"))
    .forUpdate()
    .executeTakeFirst();
  return row;
}

/** An open alert of any dealer. */
export interface OpenAlert extends LocationKey {
  readonly id: number;
}

/** The open alerts of a rule, of all dealers. */
export async function openAlertsOf(db: Db, rule: AlertRule): Promise<OpenAlert[]> {
  return db
    .selectFrom("alerts")
    .where("rule", "=", rule)
    .where("resolved_at", "is", null)
    .select(["dealer_id", "location_id", "id"])
    .execute();
}

export interface NewAlert extends LocationKey {
  readonly rule: AlertRule;
  readonly kind: AlertKind;
  readonly why: string;
  readonly began_at: Date;
  readonly chat_id?: number;
  readonly upload_id?: number;
  readonly review_id?: number;
}

/** Rows per statement. */
const batchSize = 1_000;

function* batchesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += batchSize) yield all.slice(at, at + batchSize);
}

/** Adds alerts; those already open stay unchanged. */
export async function insertAlerts(db: Db, alerts: readonly NewAlert[]): Promise<void> {
  for (const batch of batchesOf(alerts)) {
    await db
      .insertInto("alerts")
      .values([...batch])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Turns warnings into dangers, each with its new sentence. */
export async function raiseAlerts(db: Db, raised: readonly (OpenAlert & { readonly why: string })[]): Promise<void> {
  for (const batch of batchesOf(raised)) {
    await sql`update alerts set kind = 'danger', why = raised.why
      from unnest(${batch.map(({ dealer_id }) => dealer_id)}::bigint[], ${batch.map(({ id }) => id)}::bigint[],
        ${batch.map(({ why }) => why)}::text[]) as raised (dealer_id, id, why)
      where alerts.dealer_id = raised.dealer_id and alerts.id = raised.id and alerts.resolved_at is null`.execute(db);
  }
}

/** Gives open alerts the sentence of this moment. */
export async function updateWhy(db: Db, alerts: readonly (OpenAlert & { readonly why: string })[]): Promise<void> {
  for (const batch of batchesOf(alerts)) {
    await sql`update alerts set why = now.why
      from unnest(${batch.map(({ dealer_id }) => dealer_id)}::bigint[], ${batch.map(({ id }) => id)}::bigint[],
        ${batch.map(({ why }) => why)}::text[]) as now (dealer_id, id, why)
      where alerts.dealer_id = now.dealer_id and alerts.id = now.id and alerts.why <> now.why`.execute(db);
  }
}

export interface EndedAlert extends OpenAlert {
  readonly resolved_at: Date;
  readonly how: string;
}

export async function endAlerts(db: Db, ended: readonly EndedAlert[]): Promise<void> {
  for (const batch of batchesOf(ended)) {
    await sql`update alerts set resolved_at = ended.at, how = ended.how
      from unnest(${batch.map(({ dealer_id }) => dealer_id)}::bigint[], ${batch.map(({ id }) => id)}::bigint[],
        ${batch.map(({ resolved_at }) => resolved_at.toISOString())}::timestamptz[],
        ${batch.map(({ how }) => how)}::text[]) as ended (dealer_id, id, at, how)
      where alerts.dealer_id = ended.dealer_id and alerts.id = ended.id and alerts.resolved_at is null`.execute(db);
  }
}

/** Deletes the alerts of all dealers that ended before an instant. */
export async function removeAlertsEndedBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("alerts").where("resolved_at", "<", before).execute();
}

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
