import { type RawBuilder, sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows, type RowCount } from "#core/server/keysetPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import type { SkipReason } from "#domains/marketing/rules/rules.ts";
import type { RecipientState } from "../../rules.ts";
import type { CampaignKey } from "../../server/campaignStore.ts";
import type { MailOutcome } from "../fields.ts";

/** How many people are in each state, by campaign, with what they or programs did with the mail. */
export async function countMailResults(db: Db, dealer_id: number, campaign_ids: readonly number[]) {
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
      sql<number>`(count(*) filter (where r.bounce <> ''))::int`.as("bounced"),
      sql<number>`count(r.opened_at)::int`.as("opened"),
      sql<number>`(count(r.machine_opened_at) filter (where r.opened_at is null))::int`.as("machine_opened"),
      sql<number>`count(r.clicked_at)::int`.as("clicked"),
      sql<number>`count(r.unsubscribed_at)::int`.as("unsubscribed"),
      sql<number>`count(r.complained_at)::int`.as("complained"),
      // One that was deleted since isn't one any more.
      sql<number>`count(a.id)::int`.as("appointments"),
    ])
    .execute();
}

export type MailResultCount = Awaited<ReturnType<typeof countMailResults>>[number];

/** Mails that failed or came back, by class, the most frequent first. */
export async function countMailFailures(db: Db, { dealer_id, campaign_id }: CampaignKey) {
  return db
    .selectFrom("campaign_recipients")
    .where("dealer_id", "=", dealer_id)
    .where("campaign_id", "=", campaign_id)
    .where("state", "=", "failed")
    .groupBy("error_code")
    .select("error_code")
    .select(sql<number>`count(*)::int`.as("count"))
    .orderBy("count", "desc")
    .orderBy("error_code")
    .limit(20)
    .execute();
}

/** A campaign's links with who followed them. */
export async function linkFigures(db: Db, { dealer_id, campaign_id }: CampaignKey) {
  const { rows } = await sql<{ n: number; url: string; people: number; clicks: number; machine_clicks: number }>`
    select l.n, l.url, (count(distinct v.recipient_n) filter (where not v.is_machine))::int as people,
      (count(v.id) filter (where not v.is_machine))::int as clicks,
      (count(v.id) filter (where v.is_machine))::int as machine_clicks
    from campaign_links l
    left join campaign_visits v on v.dealer_id = l.dealer_id and v.campaign_id = l.campaign_id and v.link_n = l.n
    where l.dealer_id = ${dealer_id} and l.campaign_id = ${campaign_id}
    group by l.n, l.url order by l.n`.execute(db);
  return rows;
}

/** Which people of an email campaign to read. */
export interface MailRecipientFilter {
  /** Empty: all. */
  readonly states: readonly string[];
  readonly reason: string;
  readonly outcome: MailOutcome | "";
  /** Who followed this link; 0: whatever they did. */
  readonly link: number;
  /** Part of a name, an address or an error. */
  readonly search: string;
}

const outcomes: Readonly<Record<MailOutcome, RawBuilder<boolean>>> = {
  opened: sql`r.opened_at is not null`,
  clicked: sql`r.clicked_at is not null`,
  not_opened: sql`r.opened_at is null and r.state in ('accepted', 'sent', 'delivered')`,
  bounced: sql`r.bounce <> ''`,
  complained: sql`r.complained_at is not null`,
  unsubscribed: sql`r.unsubscribed_at is not null`,
};

const inMilliseconds = (column: string) =>
  sql<number>`coalesce((extract(epoch from ${sql.ref(column)}) * 1000)::bigint, 0)`;

/** The columns that the table sorts by. Times in milliseconds; 0 for never. */
const mailRecipientSorts = {
  id: sql<number>`r.n`,
  first_name: sql<string>`customers.first_name`,
  last_name: sql<string>`customers.last_name`,
  sent_at: inMilliseconds("r.handed_at"),
  opened_at: inMilliseconds("r.opened_at"),
  clicked_at: inMilliseconds("r.clicked_at"),
} as const;
export type MailRecipientSort = keyof typeof mailRecipientSorts;

function recipients(db: Db, { dealer_id, campaign_id }: CampaignKey, filter: MailRecipientFilter) {
  const { states, reason, outcome, link, search } = filter;
  return db
    .selectFrom("campaign_recipients as r")
    .innerJoin("customers", (join) =>
      join.on("customers.dealer_id", "=", dealer_id).onRef("customers.id", "=", "r.customer_id"),
    )
    .where("r.dealer_id", "=", dealer_id)
    .where("r.campaign_id", "=", campaign_id)
    .$if(states.length > 0, (rows) => rows.where("r.state", "in", states))
    .$if(reason !== "", (rows) => rows.where("r.reason", "=", reason))
    .$if(outcome !== "", (rows) => rows.where(outcomes[outcome as MailOutcome]))
    .$if(link > 0, (rows) =>
      rows.where(
        sql<boolean>`exists (select from campaign_visits v where v.dealer_id = ${dealer_id} and v.campaign_id = ${campaign_id}
          and v.recipient_n = r.n and v.link_n = ${link} and not v.is_machine)`,
      ),
    )
    .$if(search !== "", (rows) =>
      rows.where(isFoundIn(search, [sql`customers.search_text`, sql`r.address`, sql`r.error`])),
    );
}

/** The people of a range. */
export async function mailRecipientRange(
  db: Db,
  { dealer_id }: LocationKey,
  campaign_id: number,
  filter: MailRecipientFilter,
  { key, dir, after, skip, limit }: KeysetRange<MailRecipientSort>,
) {
  const sorted = mailRecipientSorts[key];
  return recipients(db, { dealer_id, campaign_id }, filter)
    .leftJoin("appointments as a", (join) =>
      join.on("a.dealer_id", "=", dealer_id).onRef("a.id", "=", "r.appointment_id"),
    )
    .leftJoin("campaign_bodies as b", (join) =>
      join.on("b.dealer_id", "=", dealer_id).on("b.campaign_id", "=", campaign_id).onRef("b.hash", "=", "r.body_hash"),
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
    .select(["r.n as id", "r.customer_id", "r.address as email", "r.error", "r.bounce"])
    .select(["r.opened_at", "r.clicked_at", "r.machine_opened_at", "r.unsubscribed_at", "r.complained_at"])
    .select(["customers.first_name", "customers.last_name", "a.id as appointment_id"])
    .select([
      sql<0 | 1>`case when exists (
          select from mail_addresses m join mail_suppressions s on s.dealer_id = m.dealer_id and s.address_id = m.id
          where m.dealer_id = ${dealer_id} and m.address = r.address) then 0 else 1 end`.as("optin_status"),
      sql<0 | 1>`case when exists (
          select from mail_addresses m join mail_suppressions s on s.dealer_id = m.dealer_id and s.address_id = m.id
          where m.dealer_id = ${dealer_id} and m.address = r.address and s.reason = 'bounced') then 1 else 0 end`.as(
        "is_bounce_hold",
      ),
      sql<RecipientState>`r.state`.as("state"),
      sql<SkipReason | "">`r.reason`.as("reason"),
      sql<Date>`r.created_at`.as("created_at"),
      sql<Date | null>`r.handed_at`.as("sent_at"),
      sql<string>`coalesce(b.body, '')`.as("message"),
    ])
    .execute();
}

export type MailRecipientRow = Awaited<ReturnType<typeof mailRecipientRange>>[number];

/** The customers of a filter whom the business still has, each once. */
export async function customersOfFilter(db: Db, key: CampaignKey, filter: MailRecipientFilter): Promise<number[]> {
  const rows = await recipients(db, key, filter)
    .where("customers.deleted_at", "is", null)
    .select("r.customer_id")
    .orderBy("r.customer_id")
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}

/** Counts the people of a filter, and of the campaign, up to the limit that tables count to. */
export async function countMailRecipients(db: Db, key: CampaignKey, filter: MailRecipientFilter): Promise<RowCount> {
  const none = { states: [], reason: "", outcome: "", link: 0, search: "" } as const;
  const { link, ...words } = filter;
  const isFiltered = link > 0 || Object.values(words).some((value) => value.length > 0);
  const filtered = await countUpTo(db, key, filter);
  const total = isFiltered ? await countUpTo(db, key, none) : filtered;
  const isMore = filtered > maxCountedRows;
  return { total: Math.min(total, maxCountedRows), filtered: Math.min(filtered, maxCountedRows), isMore };
}

async function countUpTo(db: Db, key: CampaignKey, filter: MailRecipientFilter): Promise<number> {
  const counted = recipients(db, key, filter)
    .select("r.n")
    .limit(maxCountedRows + 1);
  const row = await db
    .selectFrom(counted.as("counted"))
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}
