import { sql } from "kysely";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import { likePattern } from "#core/server/table.ts";
import {
  countRowsCapped,
  rangeClause,
  type TimeOrderedRow,
  type TimeOrderedTable,
  timeOrderColumns,
} from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { periodStart } from "#domains/admin/clients/server/public.ts";
import type { PlatformFilter } from "#domains/admin/customers/contract.ts";
import type { PlatformMessage } from "../contract.ts";

export interface PlatformMessageQuery extends PlatformFilter {
  readonly words: readonly string[];
  readonly now: Date;
}

export type PlatformMessageRow = Omit<PlatformMessage, "sent_at"> & TimeOrderedRow & { readonly sent_at: Date };

/** Frequent words are found among this many of the newest rows; rare ones through the word index. */
const nearRows = 5_000;

function filteredRows({ client_id, filterBy, now }: PlatformMessageQuery): TimeOrderedTable {
  const conditions = [
    sql`true`,
    ...(client_id === undefined ? [] : [sql`m.dealer_id = ${client_id}`]),
    ...(filterBy === "all" ? [] : [sql`m.datetime >= ${periodStart(filterBy, now)}`]),
  ];
  return { from: sql`messages m`, at: sql`m.datetime`, id: sql`m.id`, where: sql.join(conditions, sql` and `) };
}

export async function readMessages(
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

export async function countMessages(db: Db, query: PlatformMessageQuery): Promise<number> {
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
  const wordConditions = sql.join(
    query.words.map((word) => sql`words like ${likePattern(word)}`),
    sql` and `,
  );
  const next = { ...range, skip: 0, limit: nearRows };
  return sql`near as materialized (
      select m.dealer_id, m.id, m.datetime from ${rows.from} where ${rangeClause(rows, next)}),
    page as (select m.dealer_id, ${timeOrderColumns(rows)} from near m
      -- Row by row on purpose: the word index would collect every match of the whole table.
      cross join lateral (
        select words from message_words w where w.dealer_id = m.dealer_id and w.message_id = m.id offset 0) as w
      where ${wordConditions}
      order by m.datetime ${sql.raw(range.dir)}, m.id ${sql.raw(range.dir)} limit ${range.limit} offset ${range.skip})`;
}

/** All messages that contain every word, and those of customers whose name, phone or e-mail matches. */
function matchesOf({ words, client_id }: PlatformMessageQuery): SqlFragment {
  const dealerFilter = client_id === undefined ? sql`` : sql` and dealer_id = ${client_id}`;
  const everyWord = (column: string) =>
    sql.join(
      words.map((word) => sql`${sql.ref(column)} like ${likePattern(word)}`),
      sql` and `,
    );
  return sql`people as materialized (
      select dealer_id, id from customers where deleted_at is null and ${everyWord("search_text")}${dealerFilter} limit 500),
    found as (
      select dealer_id, message_id as id from message_words where ${everyWord("words")}${dealerFilter}
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
