import { sql } from "kysely";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import {
  countRowsCapped,
  rangeClause,
  type TimeOrderedRow,
  type TimeOrderedTable,
  timeOrderColumns,
} from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { likePattern } from "#core/server/wordSearch.ts";
import { periodStart } from "#domains/admin/clients/server/store.ts";
import { messageStates } from "#domains/campaigns/sending/rules.ts";
import { wordCondition } from "#domains/customers/server/public.ts";
import type { PlatformMessage, PlatformMessageFilter } from "../contract.ts";

export interface PlatformMessageQuery extends PlatformMessageFilter {
  /** Of the messages. */
  readonly words: readonly string[];
  /** Of their customers, whose phones are digits. */
  readonly person: readonly string[];
  readonly now: Date;
}

export type PlatformMessageRow = Omit<PlatformMessage, "sent_at"> & TimeOrderedRow & { readonly sent_at: Date };

/** Frequent words are found among this many of the newest rows; rare ones through the word index. */
const nearRows = 5_000;

/** As the operator's figures count them. */
const kinds: Readonly<Record<string, SqlFragment>> = {
  in: sql`m.message_type = 'message' and m.is_from_customer = 1`,
  out: sql`m.message_type = 'message' and m.is_from_customer = 0 and m.state in ('sent', 'delivered')`,
  failed: sql`m.message_type = 'message' and m.is_from_customer = 0 and m.state = 'failed'`,
  campaign: sql`false`,
};

function filteredRows({ client_id, filterBy, kind, now }: PlatformMessageQuery): TimeOrderedTable {
  const conditions = [
    ...(kind ? [kinds[kind] ?? sql`true`] : []),
    // These are in the campaigns' ledger, which also has the ones without a conversation.
    sql`m.campaign_id is null`,
    ...(client_id === undefined ? [] : [sql`m.dealer_id = ${client_id}`]),
    ...(filterBy === "all" ? [] : [sql`m.datetime >= ${periodStart(filterBy, now)}`]),
  ];
  return { from: sql`messages m`, at: sql`m.datetime`, id: sql`m.id`, where: sql.join(conditions, sql` and `) };
}

/**
 * A ledger row's id among messages: after all of them, and in the order of campaign and recipient.
 * Exact in JavaScript up to a million people for each of a billion campaigns.
 */
const ledgerId = sql`(2251799813685248 + r.campaign_id * 1048576 + r.n)`;

/** The texts that campaigns handed over. */
function ledgerRows({ client_id, filterBy, kind, now, words }: PlatformMessageQuery): TimeOrderedTable {
  const isCounted = kind && kind !== "campaign" ? sql`false` : sql`true`;
  const dealer = client_id === undefined ? sql`true` : sql`r.dealer_id = ${client_id}`;
  const since = filterBy === "all" ? sql`true` : sql`r.handed_at >= ${periodStart(filterBy, now)}`;
  const isFound =
    words.length === 0
      ? sql`true`
      : sql`(exists (select from found_campaigns c where c.dealer_id = r.dealer_id and c.id = r.campaign_id)
          or (r.dealer_id, r.customer_id) in (select dealer_id, id from people))`;
  return {
    from: sql`campaign_recipients r`,
    at: sql`r.handed_at`,
    id: ledgerId,
    // Literally as in the index's condition.
    where: sql`r.handed_at is not null and r.channel = 'sms' and ${isCounted} and ${dealer} and ${since} and ${isFound}`,
  };
}

/** Campaigns whose title or text holds every word. */
function foundCampaigns({ words, client_id }: PlatformMessageQuery): SqlFragment {
  const dealerFilter = client_id === undefined ? sql`` : sql` and dealer_id = ${client_id}`;
  const text = sql`searchable(title || ' ' || body)`;
  return sql`found_campaigns as materialized (
    select dealer_id, id from campaigns where sent_at is not null and ${everyWord(text, words)}${dealerFilter}
    order by id desc limit 500)`;
}

/** A page of messages and campaign texts: the newest of each kind, merged, so that no page reads more than two. */
export async function readMessages(
  db: Db,
  query: PlatformMessageQuery,
  range: KeysetRange<string>,
): Promise<PlatformMessageRow[]> {
  // Rows to skip are skipped after merging.
  const whole = { ...range, skip: 0, limit: range.limit + range.skip };
  const messages = await readConversations(db, query, whole);
  const texts = await readCampaignTexts(db, query, whole);
  const sign = range.dir === "desc" ? -1 : 1;
  const merged = [...messages, ...texts].sort((a, b) => sign * (a.at_us - b.at_us || a.id - b.id));
  return merged.slice(range.skip, range.skip + range.limit);
}

async function readConversations(
  db: Db,
  query: PlatformMessageQuery,
  range: KeysetRange<string>,
): Promise<PlatformMessageRow[]> {
  const rows = filteredRows(query);
  const plain = sql`page as (select m.dealer_id, ${timeOrderColumns(rows)} from ${rows.from} where ${rangeClause(rows, range)})`;
  if (query.words.length === 0) return readPage(db, plain, range);
  const recent = await readPage(db, sql`${nearPage(query, range)}`, range);
  if (recent.length === range.limit) return recent;
  const matched = sql`${matchesOf(query)}, page as (
    select m.dealer_id, ${timeOrderColumns(rows)} from found join messages m on m.dealer_id = found.dealer_id and m.id = found.id
    where ${rangeClause(rows, range)})`;
  return readPage(db, matched, range);
}

const stateLabels = sql.join(
  Object.entries(messageStates).map(([state, shown]) => sql`when ${state}::text then ${shown ?? "sending"}::text`),
  sql` `,
);

async function readCampaignTexts(
  db: Db,
  query: PlatformMessageQuery,
  range: KeysetRange<string>,
): Promise<PlatformMessageRow[]> {
  const table = ledgerRows(query);
  const found = query.words.length === 0 ? sql`` : sql`${peopleOf(query)}, ${foundCampaigns(query)}, `;
  const direction = sql.raw(range.dir);
  const { rows } = await sql<PlatformMessageRow>`with ${found} page as (
      select r.dealer_id, r.campaign_id, r.n, ${timeOrderColumns(table)} from ${table.from} where ${rangeClause(table, range)})
    select page.id::float8 as id, page.at_us, page.dealer_id, campaigns.title as campaign_name, c.customer_name,
      d.business_name as client, l.title as location, r.handed_at as sent_at, case r.state ${stateLabels} end as message_status,
      r.error, 0 as is_from_customer, coalesce(b.body, '') as message, 0 as is_deleted
    from page
      join campaign_recipients r on r.dealer_id = page.dealer_id and r.campaign_id = page.campaign_id and r.n = page.n
      join campaigns on campaigns.dealer_id = r.dealer_id and campaigns.id = r.campaign_id
      left join campaign_bodies b on b.dealer_id = r.dealer_id and b.campaign_id = r.campaign_id and b.hash = r.body_hash
      join customers c on c.dealer_id = r.dealer_id and c.id = r.customer_id
      join locations l on l.dealer_id = r.dealer_id and l.id = r.location_id
      join dealers d on d.id = r.dealer_id
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return rows;
}

/** Counts both kinds, up to the limit that tables count to. */
export async function countMessages(db: Db, query: PlatformMessageQuery): Promise<number> {
  const conversations = await countConversations(db, query);
  return conversations > maxCountedRows ? conversations : conversations + (await countCampaignTexts(db, query));
}

async function countCampaignTexts(db: Db, query: PlatformMessageQuery): Promise<number> {
  const { from, where } = ledgerRows(query);
  if (query.words.length === 0) return countRowsCapped(db, from, where);
  const { rows } = await sql<{ count: number }>`with ${peopleOf(query)}, ${foundCampaigns(query)}
    select count(*)::int as count from (select from ${from} where ${where} limit ${maxCountedRows + 1}) as counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

async function countConversations(db: Db, query: PlatformMessageQuery): Promise<number> {
  const { from, where } = filteredRows(query);
  if (query.words.length === 0) return countRowsCapped(db, from, where);
  // A full page of recent matches: there are more than it pays to count.
  const first: KeysetRange<"sent_at"> = { key: "sent_at", dir: "desc", after: undefined, skip: 0, limit: 500 };
  if ((await readPage(db, nearPage(query, first), first)).length === first.limit) return maxCountedRows + 1;
  const { rows } = await sql<{ count: number }>`with ${matchesOf(query)}
    select count(*)::int as count from found join messages m on m.dealer_id = found.dealer_id and m.id = found.id
    where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The page among the next `nearRows` messages in time order. */
function nearPage(query: PlatformMessageQuery, range: KeysetRange<string>): SqlFragment {
  const rows = filteredRows(query);
  const next = { ...range, skip: 0, limit: nearRows };
  return sql`near as materialized (
      select m.dealer_id, m.id, m.datetime from ${rows.from} where ${rangeClause(rows, next)}),
    page as (select m.dealer_id, ${timeOrderColumns(rows)} from near m
      -- Row by row on purpose: the word index would collect every match of the whole table.
      cross join lateral (
        select words from message_words w where w.dealer_id = m.dealer_id and w.message_id = m.id offset 0) as w
      where ${everyWord(sql`words`, query.words)}
      order by m.datetime ${sql.raw(range.dir)}, m.id ${sql.raw(range.dir)} limit ${range.limit} offset ${range.skip})`;
}

const everyWord = (text: SqlFragment, words: readonly string[]) =>
  sql`${text} like all (${words.map(likePattern)}::text[])`;

/** Customers whose name, phone or e-mail matches. */
function peopleOf({ person, client_id }: PlatformMessageQuery): SqlFragment {
  const dealerFilter = client_id === undefined ? sql`` : sql` and dealer_id = ${client_id}`;
  return sql`people as materialized (
      select dealer_id, id from customers
      where deleted_at is null and ${person.length > 0 ? wordCondition(person) : sql`false`}${dealerFilter} limit 500)`;
}

/** All messages that contain every word, and those of customers who match. */
function matchesOf(query: PlatformMessageQuery): SqlFragment {
  const { words, client_id } = query;
  const dealerFilter = client_id === undefined ? sql`` : sql` and dealer_id = ${client_id}`;
  return sql`${peopleOf(query)},
    found as (
      select dealer_id, message_id as id from message_words where ${everyWord(sql`words`, words)}${dealerFilter}
      union
      select m.dealer_id, m.id from people
        join chats on chats.dealer_id = people.dealer_id and chats.customer_id = people.id
        join messages m on m.dealer_id = chats.dealer_id and m.chat_id = chats.id)`;
}

/** Joins names to a page's messages, after the limit. */
async function readPage(db: Db, page: SqlFragment, { dir }: KeysetRange<string>): Promise<PlatformMessageRow[]> {
  const direction = sql.raw(dir);
  const { rows } = await sql<PlatformMessageRow>`with ${page}
    select page.id, page.at_us, page.dealer_id, null::text as campaign_name, c.customer_name,
      d.business_name as client, l.title as location, m.datetime as sent_at, m.state as message_status, m.error,
      m.is_from_customer, case when m.deleted_at is null then m.message else '' end as message,
      (m.deleted_at is not null)::int as is_deleted
    from page
      join messages m on m.dealer_id = page.dealer_id and m.id = page.id
      join chats on chats.dealer_id = m.dealer_id and chats.id = m.chat_id
      join customers c on c.dealer_id = chats.dealer_id and c.id = chats.customer_id
      join locations l on l.dealer_id = chats.dealer_id and l.id = chats.location_id
      join dealers d on d.id = m.dealer_id
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return rows;
}
