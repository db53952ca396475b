import { sql } from "kysely";
import { orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import { type Period, rangeOf, type TimeRange } from "#core/periods.ts";
import { type KeysetRange, maxCountedRows, type RowCount } from "#core/server/keysetPage.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import type { ConsentStateName } from "#domains/customers/consent/contract.ts";
import { consentStateSql, optinStatusSql } from "#domains/customers/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import type { SkipReason } from "#domains/marketing/rules/rules.ts";
import {
  type CampaignState,
  type Channel,
  type RecipientState,
  type SendOption,
  statesOf,
  type TextsLeft,
} from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";
import type { Outcome, StatusGroup } from "../fields.ts";

/** People whom lists and picks name, before a campaign starts and they are resolved. */
export const audienceSize = sql<number>`case
  when campaigns.audience > 0 then campaigns.audience
  when campaigns.recipient_type = 'individual' then (
    select count(*)::int from campaign_picks p
    where p.dealer_id = campaigns.dealer_id and p.campaign_id = campaigns.id)
  else (
    select count(distinct m.customer_id)::int from campaign_lists l
    join list_members m on m.dealer_id = l.dealer_id and m.list_id = l.list_id
    where l.dealer_id = campaigns.dealer_id and l.campaign_id = campaigns.id)
end`;

/** How many people of a campaign that is sending have a result. */
export const doneCount = sql<number>`case when campaigns.state = 'sending' then (
        select count(*)::int from campaign_recipients r
        where r.dealer_id = campaigns.dealer_id and r.campaign_id = campaigns.id
          and r.state not in ('pending', 'intended')) else 0 end`;

/** The location's campaigns of a channel as their table shows them. */
export function campaignRows(db: Db, { dealer_id, location_id }: LocationKey, channel: Channel = "sms") {
  return db
    .selectFrom("campaigns")
    .where("campaigns.dealer_id", "=", dealer_id)
    .where("campaigns.location_id", "=", location_id)
    .where("campaigns.channel", "=", channel)
    .where("campaigns.deleted_at", "is", null)
    .select(["campaigns.id", "campaigns.title", "campaigns.subject", "campaigns.why", "campaigns.held_for"])
    .select("campaigns.image_id")
    .select([
      sql<0 | 1>`(campaigns.state = 'draft')::int`.as("is_draft"),
      sql<CampaignState>`campaigns.state`.as("state"),
      sql<"list" | "individual">`campaigns.recipient_type`.as("campaign_recipient_type"),
      sql<Date>`campaigns.created_at`.as("created_on"),
      sql<Date | null>`coalesce(campaigns.sent_at, case when campaigns.state = 'waiting' then campaigns.starts_at end)`.as(
        "sent_at",
      ),
      sql<string>`case when campaigns.recipient_type = 'individual' then 'Individual contacts' else coalesce((
        select string_agg(l.title, ', ' order by l.title) from campaign_lists c
        join customer_lists l on l.dealer_id = c.dealer_id and l.id = c.list_id
        where c.dealer_id = campaigns.dealer_id and c.campaign_id = campaigns.id), '') end`.as("sending_to"),
      audienceSize.as("total_recipients"),
      doneCount.as("done"),
    ]);
}

/** One of them with everything that its detail and its form show. */
export async function campaignDetail(db: Db, location: LocationKey, id: number, channel: Channel = "sms") {
  return campaignRows(db, location, channel)
    .where("campaigns.id", "=", id)
    .leftJoin("marketing_images as i", (join) =>
      join.on("i.dealer_id", "=", location.dealer_id).onRef("i.id", "=", "campaigns.image_id"),
    )
    .select([
      "campaigns.body",
      "campaigns.template_id",
      "campaigns.exclude_days",
      "campaigns.version",
      "campaigns.saved_at",
      "campaigns.preheader",
    ])
    .select("campaigns.skip_unanswered")
    .select(["campaigns.wall_date", "campaigns.wall_minute", "campaigns.zone_label", "i.storage_key"])
    .select(sql<SendOption>`campaigns.send_option`.as("send_option"))
    .executeTakeFirst();
}

/** How many text campaigns wait for the registration of their number, by location; those without any aren't listed. */
export async function countWaiting(db: Db, dealer_id: number) {
  return db
    .selectFrom("campaigns")
    .innerJoin("locations", (join) =>
      join.on("locations.dealer_id", "=", dealer_id).onRef("locations.id", "=", "campaigns.location_id"),
    )
    .where("campaigns.dealer_id", "=", dealer_id)
    .where("campaigns.number_held_at", "is not", null)
    .where("campaigns.state", "in", [...statesOf.waiting])
    .where("campaigns.deleted_at", "is", null)
    .groupBy(["locations.id", "locations.title"])
    .orderBy("locations.title")
    .orderBy("locations.id")
    .select(["locations.id as location_id", "locations.title as location"])
    .select(sql<number>`count(*)::int`.as("campaigns"))
    .execute();
}

/** How many people are in each state, by campaign, with what they did after the text. */
export async function countResults(db: Db, dealer_id: number, campaign_ids: readonly number[]) {
  if (campaign_ids.length === 0) return [];
  return db
    .selectFrom("campaign_recipients as r")
    .leftJoin("appointments as a", (join) =>
      join.on("a.dealer_id", "=", dealer_id).onRef("a.id", "=", "r.appointment_id"),
    )
    .where("r.dealer_id", "=", dealer_id)
    .where("r.campaign_id", "=", sql<number>`any(${[...campaign_ids]}::bigint[])`)
    .groupBy(["r.campaign_id", "r.state", "r.reason"])
    .select("r.campaign_id")
    .select([
      sql<RecipientState>`r.state`.as("state"),
      sql<SkipReason | "">`r.reason`.as("reason"),
      sql<number>`count(*)::int`.as("count"),
      sql<number>`count(r.unsubscribed_at)::int`.as("unsubscribed"),
      sql<number>`count(r.replied_at)::int`.as("replied"),
      // One that was deleted since isn't one any more.
      sql<number>`count(a.id)::int`.as("appointments"),
    ])
    .execute();
}

/** What a campaign that is sending has still to do. Segments are known of texts that left: the others are like them. */
export async function countLeft(db: Db, { dealer_id, campaign_id }: CampaignKey, now: Date): Promise<TextsLeft> {
  const { rows } = await sql<TextsLeft>`
    select count(*) filter (where state = 'intended' or due_at <= ${now})::int as due,
      count(*) filter (where state = 'pending' and due_at > ${now})::int as later,
      min(due_at) filter (where state = 'pending' and due_at > ${now}) as later_at,
      coalesce((array_agg(zones order by due_at) filter (where state = 'pending' and due_at > ${now}))[1], '') as later_zones,
      coalesce((select avg(nullif(h.segments, 0))::float8 from (
        select segments from campaign_recipients
        where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and handed_at is not null limit 200) h), 1) as segments
    from campaign_recipients
    where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and state in ('pending', 'intended')`.execute(db);
  return rows[0] ?? { due: 0, later: 0, later_at: null, later_zones: "", segments: 1 };
}

/** Failed texts by the carrier's code, the most frequent first. */
export async function countFailures(db: Db, { dealer_id, campaign_id }: CampaignKey) {
  return db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("state", "=", "failed")
    .groupBy("error_code")
    .select("error_code")
    .select([sql<string>`max(error)`.as("text"), sql<number>`count(*)::int`.as("count")])
    .orderBy("count", "desc")
    .orderBy("error_code")
    .limit(20)
    .execute();
}

/**
 * Live customers whom a campaign didn't reach and another one might: not those who opted out or share a phone, and not
 * those of whom nobody knows.
 */
export async function customersNotReached(db: Db, { dealer_id, campaign_id }: CampaignKey): Promise<number[]> {
  const rows = await db
    .selectFrom("campaign_recipients as r")
    .innerJoin("customers as c", (join) => join.on("c.dealer_id", "=", dealer_id).onRef("c.id", "=", "r.customer_id"))
    .where("r.dealer_id", "=", dealer_id)
    .where("r.campaign_id", "=", campaign_id)
    .where("r.state", "in", ["skipped", "failed"])
    .where("r.reason", "not in", ["removed", "duplicate", "opted_out", "asked"])
    .where("c.deleted_at", "is", null)
    .select("r.customer_id")
    .orderBy("r.customer_id")
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

/** The campaigns that reached a chat's customer, newest first; undefined for an absent or foreign chat. */
export async function campaignsOfChat(db: Db, { dealer_id, location_id }: LocationKey, chat_id: number) {
  const chat = await db
    .selectFrom("chats")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", chat_id)
    .select("customer_id")
    .executeTakeFirst();
  if (!chat) return undefined;
  return db
    .selectFrom("campaign_recipients as r")
    .innerJoin("campaigns as c", (join) => join.on("c.dealer_id", "=", dealer_id).onRef("c.id", "=", "r.campaign_id"))
    .where("r.dealer_id", "=", dealer_id)
    .where("r.customer_id", "=", chat.customer_id)
    .where("r.handed_at", "is not", null)
    .where("r.channel", "=", "sms")
    .where("c.deleted_at", "is", null)
    .select(["c.id", "c.title"])
    .orderBy("c.id", "desc")
    .limit(100)
    .execute();
}

/** Which people of a campaign to read. */
export interface RecipientFilter {
  /** Empty: all. */
  readonly states: readonly string[];
  readonly reason: string;
  readonly error_code: string;
  readonly outcome: Outcome | "";
  /** Part of a name, a phone or an error. */
  readonly search: string;
}

const outcomeColumns = {
  replied: "r.replied_at",
  appointment: "a.id",
  unsubscribed: "r.unsubscribed_at",
} as const;

/** The columns that the table sorts by. `sent_at` in milliseconds; 0 for nothing sent. */
export const recipientSorts = {
  id: sql<number>`r.n`,
  first_name: sql<string>`customers.first_name`,
  last_name: sql<string>`customers.last_name`,
  sent_at: sql<number>`coalesce((extract(epoch from r.handed_at) * 1000)::bigint, 0)`,
} as const;
export type RecipientSort = keyof typeof recipientSorts;

function recipients(db: Db, { dealer_id, campaign_id }: CampaignKey, filter: RecipientFilter) {
  const { states, reason, error_code, outcome, search } = filter;
  return db
    .selectFrom("campaign_recipients as r")
    .innerJoin("customers", (join) =>
      join.on("customers.dealer_id", "=", dealer_id).onRef("customers.id", "=", "r.customer_id"),
    )
    .leftJoin("appointments as a", (join) =>
      join.on("a.dealer_id", "=", dealer_id).onRef("a.id", "=", "r.appointment_id"),
    )
    .where("r.dealer_id", "=", dealer_id)
    .where("r.campaign_id", "=", campaign_id)
    .$if(states.length > 0, (rows) => rows.where("r.state", "in", states))
    .$if(reason !== "", (rows) => rows.where("r.reason", "=", reason))
    .$if(error_code !== "", (rows) => rows.where("r.error_code", "=", error_code))
    .$if(outcome !== "", (rows) => rows.where(outcomeColumns[outcome as Outcome], "is not", null))
    .$if(search !== "", (rows) =>
      rows.where(isFoundIn(search, [sql`customers.search_text`, sql`r.address`, sql`r.error`])),
    );
}

/** The people of a range, with the text that they got or would get. */
export async function recipientRange(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  campaign_id: number,
  filter: RecipientFilter,
  { key, dir, after, skip, limit }: KeysetRange<RecipientSort>,
) {
  const sorted = recipientSorts[key];
  return recipients(db, { dealer_id, campaign_id }, filter)
    .leftJoin("campaign_bodies as b", (join) =>
      join.on("b.dealer_id", "=", dealer_id).on("b.campaign_id", "=", campaign_id).onRef("b.hash", "=", "r.body_hash"),
    )
    .leftJoin("chats", (join) =>
      join
        .on("chats.dealer_id", "=", dealer_id)
        .on("chats.location_id", "=", location_id)
        .onRef("chats.customer_id", "=", "r.customer_id"),
    )
    .$if(after !== undefined, (rows) =>
      rows.where(
        sql<boolean>`(${sorted}, r.n) ${sql.raw(dir === "asc" ? ">" : "<")} (${after?.value}, ${after?.id}::integer)`,
      ),
    )
    .orderBy(sorted, dir)
    .orderBy("r.n", dir)
    .offset(skip)
    .limit(limit)
    .select(["r.n as id", "r.customer_id", "r.address as phone", "r.error", "r.replied_at", "r.unsubscribed_at"])
    .select(["customers.first_name", "customers.last_name", "a.id as appointment_id"])
    .select(sql<0 | 1>`${optinStatusSql}`.as("optin_status"))
    .select(sql<ConsentStateName>`${consentStateSql}`.as("consent_state"))
    .select([
      sql<number | null>`case when customers.deleted_at is null then chats.id end`.as("chat_id"),
      sql<RecipientState>`r.state`.as("state"),
      sql<SkipReason | "">`r.reason`.as("reason"),
      sql<Date>`r.created_at`.as("created_at"),
      sql<Date | null>`r.handed_at`.as("sent_at"),
      sql<string>`coalesce(b.body, '')`.as("message"),
    ])
    .execute();
}

export type RecipientRow = Awaited<ReturnType<typeof recipientRange>>[number];

/** Counts the people of a filter, and of the campaign, up to the limit that tables count to. */
export async function countRecipients(db: Db, key: CampaignKey, filter: RecipientFilter): Promise<RowCount> {
  const none = { states: [], reason: "", error_code: "", outcome: "", search: "" } as const;
  const isFiltered = Object.values(filter).some((value) => value.length > 0);
  const filtered = await countUpTo(db, key, filter);
  const total = isFiltered ? await countUpTo(db, key, none) : filtered;
  const isMore = filtered > maxCountedRows;
  return { total: Math.min(total, maxCountedRows), filtered: Math.min(filtered, maxCountedRows), isMore };
}

async function countUpTo(db: Db, key: CampaignKey, filter: RecipientFilter): Promise<number> {
  const row = await db
    .selectFrom(
      recipients(db, key, filter)
        .select("r.n")
        .limit(maxCountedRows + 1)
        .as("counted"),
    )
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Which of these ids are live lists or customers of the location. */
export async function liveIds(
  db: Db,
  table: "customer_lists" | "customers",
  { dealer_id, location_id }: LocationKey,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom(table)
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("deleted_at", "is", null)
    .where("id", "=", sql<number>`any(${[...ids]}::bigint[])`)
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Replaces the lists and people that a campaign is for. */
export async function replaceChoice(
  db: Db,
  { dealer_id, campaign_id }: CampaignKey,
  choice: { readonly list_ids: readonly number[]; readonly customer_ids: readonly number[] },
): Promise<void> {
  for (const table of ["campaign_lists", "campaign_picks"] as const) {
    await db.deleteFrom(table).where("dealer_id", "=", dealer_id).where("campaign_id", "=", campaign_id).execute();
  }
  const lists = choice.list_ids.map((list_id) => ({ dealer_id, campaign_id, list_id }));
  const picks = choice.customer_ids.map((customer_id) => ({ dealer_id, campaign_id, customer_id }));
  if (lists.length > 0) await db.insertInto("campaign_lists").values(lists).execute();
  if (picks.length > 0) await db.insertInto("campaign_picks").values(picks).execute();
}

/** A template of the location, for what a campaign copies of it. */
export async function templateById(db: Db, { dealer_id, location_id }: LocationKey, id: number) {
  return db
    .selectFrom("text_templates")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select(["id", "image_id"])
    .select(sql<boolean>`deleted_at is not null`.as("isDeleted"))
    .executeTakeFirst();
}

interface NewCampaign extends LocationKey {
  readonly channel?: Channel;
  readonly title: string;
  readonly body: string;
  readonly client_id: string | null;
  readonly created_by: number;
  readonly created_at: Date;
}

/** Adds a draft. @returns undefined when its maker's retry added it already. */
export async function insertCampaign(db: Db, campaign: NewCampaign): Promise<number | undefined> {
  const row = await db
    .insertInto("campaigns")
    .values(campaign)
    .onConflict((conflict) => conflict.columns(["dealer_id", "client_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** The location's campaign that a client made under its own id. */
export async function campaignByClientId(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  client_id: string,
  channel: Channel = "sms",
) {
  return db
    .selectFrom("campaigns")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("client_id", "=", client_id)
    .where("channel", "=", channel)
    .select(["id", "version"])
    .executeTakeFirst();
}

interface NewAttestation extends CampaignKey {
  readonly kind: "consent" | "collected" | "unknown";
  readonly words: string;
  readonly is_explicit: boolean;
  readonly people: number | null;
  readonly user_id: number;
  readonly ip: string;
  readonly at: Date;
}

export async function insertAttestation(db: Db, attestation: NewAttestation): Promise<void> {
  await db.insertInto("campaign_attestations").values(attestation).execute();
}

/** A period by the location's days. */
export async function periodRange({ db, scope, now }: StaffContext, period: Period): Promise<TimeRange> {
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  return rangeOf(period, now(), time_zone);
}

interface Narrowed {
  readonly status: StatusGroup | "" | undefined;
  /** Created since then. */
  readonly from: Date | undefined;
}

/** The campaigns of a status, created since an instant. */
export function narrowedRows(rows: ReturnType<typeof campaignRows>, { status, from }: Narrowed) {
  const states = status ? statesOf[status] : undefined;
  return rows
    .$if(states !== undefined, (query) => query.where("campaigns.state", "in", [...(states ?? [])]))
    .$if(status === "waiting", (query) => query.where("campaigns.number_held_at", "is not", null))
    .$if(from !== undefined, (query) => query.where("campaigns.created_at", ">=", from ?? new Date(0)));
}
