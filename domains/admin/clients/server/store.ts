import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import type { ClientRegistrationState } from "#domains/textRegistration/operator/contract.ts";
import { clientRegistrationSql } from "#domains/textRegistration/operator/server/public.ts";
import type { PurchaseState, SincePeriod } from "../contract.ts";
import { platformTimeZone } from "../rules.ts";

const truncUnits = { month: "month", week: "week", today: "day" } as const;

/** When the operator's current period began; weeks begin on Sunday. */
export function periodStart(period: Exclude<SincePeriod, "all">, now: Date) {
  const local = sql`(${now}::timestamptz at time zone ${platformTimeZone})`;
  const begin =
    period === "week"
      ? sql`date_trunc('week', ${local} + interval '1 day') - interval '1 day'`
      : sql`date_trunc(${sql.lit(truncUnits[period])}, ${local})`;
  return sql<Date>`((${begin}) at time zone ${platformTimeZone})`;
}

/** Every client business with its owner, first number and text counts; excludes the platform itself. */
export function clientRows(db: Db, period: SincePeriod, now: Date) {
  const rows = db
    .selectFrom("dealers")
    .leftJoin("users", (join) =>
      join
        .onRef("users.dealer_id", "=", "dealers.id")
        .on(
          "users.id",
          "=",
          sql<number>`(select min(o.id) from users o where o.dealer_id = dealers.id and o.user_type = 'dealer')`,
        ),
    )
    .where("dealers.id", "<>", platformDealer)
    .select(["dealers.id", "users.id as user_id", "users.user_image"])
    .select(["dealers.created_at", "dealers.email_proved_at", sql<0 | 1>`dealers.is_sample`.as("is_sample")])
    .select(["dealers.business_name as company", "dealers.phone", address.as("address")])
    .select(sql<string>`coalesce(users.first_name, '')`.as("first_name"))
    .select(sql<string>`coalesce(users.last_name, '')`.as("last_name"))
    .select(sql<string>`trim(coalesce(users.first_name || ' ' || users.last_name, ''))`.as("client_name"))
    .select(sql<string>`coalesce(users.email, dealers.email)`.as("email"))
    .select(firstNumber.as("phone_no"))
    .select(numberRequest.as("phone_no_request"))
    .select(count("locations l").as("total_locations"))
    .select(count("customers c", sql`c.deleted_at is null`).as("total_customers"))
    .select(counterSum("messages_received").as("inbound_sms"))
    .select(counterSum("messages_sent").as("outbound_sms"))
    .select(registration.as("registration"));
  return period === "all" ? rows : rows.where("dealers.created_at", ">=", periodStart(period, now));
}

const registration = clientRegistrationSql(sql`dealers.id`);

/** The same, of those whose registration is so far. */
export const clientRowsByRegistration = (
  rows: ReturnType<typeof clientRows>,
  state: ClientRegistrationState | undefined,
) => (state ? rows.where(registration, "=", state) : rows);

const firstNumber = sql<string>`coalesce((
  select n.number from phone_numbers n where n.dealer_id = dealers.id and n.kind = 'main'
  order by n.location_id, n.created_at limit 1), '')`;

/** The business's address, else its first location's, in one line. */
const address = sql<string>`coalesce(nullif(dealers.address, ''), (
  select concat_ws(', ', nullif(l.address, ''), nullif(l.address_2, ''), nullif(l.city, ''),
    nullif(trim(l.state || ' ' || l.postal_code), ''))
  from locations l where l.dealer_id = dealers.id order by l.id limit 1), '')`;

/** 2 when a location requested its number or a tracking number; 1 when every location has one. */
const numberRequest = sql<0 | 1 | 2>`coalesce((
  select case when bool_or(not has and l.phone_no_request = 2) or exists (
    select from tracking_numbers t where t.dealer_id = dealers.id and t.state = 'requested') then 2 when bool_and(has) then 1 else 0 end
  from locations l
  cross join lateral (values (exists (
    select from phone_numbers n where n.dealer_id = l.dealer_id and n.location_id = l.id and n.kind = 'main'))) as number (has)
  where l.dealer_id = dealers.id), 0)`;

function count(table: string, where = sql`true`) {
  const [name = "", alias = ""] = table.split(" ");
  return sql<number>`(
    select count(*)::int from ${sql.table(name)} ${sql.raw(alias)} where ${sql.ref(`${alias}.dealer_id`)} = dealers.id and ${where})`;
}

/** Sums per-customer counters, so that no messages have to be counted. */
function counterSum(counter: "messages_received" | "messages_sent") {
  return sql<number>`(
    select coalesce(sum(${sql.ref(counter)}), 0)::float8 from customers where customers.dealer_id = dealers.id)`;
}

export async function clientById(db: Db, id: number, now: Date) {
  return clientRows(db, "all", now).where("dealers.id", "=", id).executeTakeFirst();
}

interface CampaignCounts {
  readonly campaign_sms: number;
  readonly campaign_emails: number;
}
const noCampaigns: CampaignCounts = { campaign_sms: 0, campaign_emails: 0 };

/** How many campaign texts and emails each of these clients has handed over. */
export async function campaignCountsOf(db: Db, dealer_ids: readonly number[]): Promise<(id: number) => CampaignCounts> {
  const rows = await db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", sql<number>`any(${[...dealer_ids]}::bigint[])`)
    .where("handed_at", "is not", null)
    .groupBy("dealer_id")
    .select("dealer_id")
    .select(sql<number>`(count(*) filter (where channel = 'sms'))::int`.as("campaign_sms"))
    .select(sql<number>`(count(*) filter (where channel = 'email'))::int`.as("campaign_emails"))
    .execute();
  const counts = new Map(rows.map(({ dealer_id, ...counted }) => [dealer_id, counted]));
  return (id) => counts.get(id) ?? noCampaigns;
}

/** The client's owner; undefined without one, and for the platform itself. */
export async function ownerOf(db: Db, dealer_id: number) {
  return db
    .selectFrom("users")
    .where("dealer_id", "=", dealer_id)
    .where("dealer_id", "<>", platformDealer)
    .where("user_type", "=", "dealer")
    .orderBy("id")
    .select(["id as user_id", "email"])
    .executeTakeFirst();
}

/** The purchases of numbers for a client, newest first. */
export async function purchasesOf(db: Db, dealer_id: number) {
  return purchaseRows(db).where("p.dealer_id", "=", dealer_id).orderBy("p.id", "desc").limit(10).execute();
}

export async function purchaseById(db: Db, { dealer_id, id }: { dealer_id: number; id: number }) {
  return purchaseRows(db).where("p.dealer_id", "=", dealer_id).where("p.id", "=", id).executeTakeFirst();
}

function purchaseRows(db: Db) {
  return db
    .selectFrom("number_purchases as p")
    .innerJoin("locations as l", (join) =>
      join.onRef("l.dealer_id", "=", "p.dealer_id").onRef("l.id", "=", "p.location_id"),
    )
    .select(["p.number", "l.title as location", "p.error", "p.started_at"])
    .select(sql<PurchaseState>`p.state`.as("state"));
}
