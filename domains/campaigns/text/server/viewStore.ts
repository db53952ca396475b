import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { SkipReason } from "#domains/marketing/gate/rules.ts";
import type { CampaignState, Channel, RecipientState, SendOption, TextsLeft } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";

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
