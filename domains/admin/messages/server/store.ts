import { type RawBuilder, sql } from "kysely";
import { mostCounted, type Stretch } from "#core/server/keysetPage.ts";
import { countedRows, inStretch, type Timed, type TimedRows, timedColumns } from "#core/server/newestPage.ts";
import { likeTerm } from "#core/server/table.ts";
import type { Db } from "#core/server/unit.ts";
import { beginOf } from "#domains/admin/clients/server/public.ts";
import type { PlatformFilter } from "#domains/admin/customers/contract.ts";
import type { AnyMessage } from "../contract.ts";

export interface MessagesAsked extends PlatformFilter {
  readonly words: readonly string[];
  readonly now: Date;
}

export type MessageRow = Omit<AnyMessage, "sent_at"> & Timed & { readonly sent_at: Date };

type Part = RawBuilder<unknown>;

/** What many messages have is found among so many of the newest; what fewer have is collected by the index of words. */
const nearRows = 5_000;

function rowsOf({ client_id, filterBy, now }: MessagesAsked): TimedRows {
  const parts = [
    sql`true`,
    ...(client_id === undefined ? [] : [sql`m.dealer_id = ${client_id}`]),
    ...(filterBy === "all" ? [] : [sql`m.datetime >= ${beginOf(filterBy, now)}`]),
  ];
  return { from: sql`messages m`, at: sql`m.datetime`, id: sql`m.id`, where: sql.join(parts, sql` and `) };
}

export async function messagesIn(db: Db, asked: MessagesAsked, stretch: Stretch<string>): Promise<MessageRow[]> {
  const rows = rowsOf(asked);
  const plain = sql`page as (select m.dealer_id, ${timedColumns(rows)} from ${rows.from} where ${inStretch(rows, stretch)})`;
  if (asked.words.length === 0) return shown(db, plain, stretch);
  const near = await shown(db, sql`${nearPage(asked, stretch)}`, stretch);
  if (near.length === stretch.limit) return near;
  const collected = sql`${found(asked)}, page as (
    select m.dealer_id, ${timedColumns(rows)} from found join messages m on m.dealer_id = found.dealer_id and m.id = found.id
    where ${inStretch(rows, stretch)})`;
  return shown(db, collected, stretch);
}

export async function countMessages(db: Db, asked: MessagesAsked): Promise<number> {
  const { from, where } = rowsOf(asked);
  if (asked.words.length === 0) return countedRows(db, from, where);
  // A page of near ones is full: there are more than is worth collecting.
  const first: Stretch<"sent_at"> = { key: "sent_at", dir: "desc", after: undefined, skip: 0, limit: 500 };
  if ((await shown(db, nearPage(asked, first), first)).length === first.limit) return mostCounted + 1;
  const { rows } = await sql<{ count: number }>`with ${found(asked)}
    select count(*)::int as count from found join messages m on m.dealer_id = found.dealer_id and m.id = found.id
    where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The stretch among the next messages in the order. */
function nearPage(asked: MessagesAsked, stretch: Stretch<string>): Part {
  const rows = rowsOf(asked);
  const fits = sql.join(
    asked.words.map((word) => sql`words like ${likeTerm(word)}`),
    sql` and `,
  );
  const next = { ...stretch, skip: 0, limit: nearRows };
  return sql`near as materialized (
      select m.dealer_id, m.id, m.datetime from ${rows.from} where ${inStretch(rows, next)}),
    page as (select m.dealer_id, ${timedColumns(rows)} from near m
      -- Looked up one by one: with the words' own index all messages that have them would be collected.
      cross join lateral (
        select words from message_words w where w.dealer_id = m.dealer_id and w.message_id = m.id offset 0) as w
      where ${fits}
      order by m.datetime ${sql.raw(stretch.dir)}, m.id ${sql.raw(stretch.dir)} limit ${stretch.limit} offset ${stretch.skip})`;
}

/** All messages in which every word stands, and those of the customers who are called or reached so. */
function found({ words, client_id }: MessagesAsked): Part {
  const own = client_id === undefined ? sql`` : sql` and dealer_id = ${client_id}`;
  const all = (column: string) =>
    sql.join(
      words.map((word) => sql`${sql.ref(column)} like ${likeTerm(word)}`),
      sql` and `,
    );
  return sql`people as materialized (
      select dealer_id, id from customers where deleted_at is null and ${all("search_text")}${own} limit 500),
    found as (
      select dealer_id, message_id as id from message_words where ${all("words")}${own}
      union
      select m.dealer_id, m.id from people
        join chats on chats.dealer_id = people.dealer_id and chats.customer_id = people.id
        join messages m on m.dealer_id = chats.dealer_id and m.chat_id = chats.id)`;
}

/** A page's messages with what belongs to them, joined behind the limit. */
async function shown(db: Db, page: Part, { dir }: Stretch<string>): Promise<MessageRow[]> {
  const way = sql.raw(dir);
  const { rows } = await sql<MessageRow>`with ${page}
    select page.id, page.at_us, page.dealer_id, null::text as campaign, c.customer_name as customer,
      d.business_name as client, l.title as location, m.datetime as sent_at, m.state as status, m.error,
      m.is_from_customer, case when m.deleted_at is null then m.message else '' end as message,
      (m.deleted_at is not null)::int as is_deleted
    from page
      join messages m on m.dealer_id = page.dealer_id and m.id = page.id
      join chats on chats.dealer_id = m.dealer_id and chats.id = m.chat_id
      join customers c on c.dealer_id = chats.dealer_id and c.id = chats.customer_id
      join locations l on l.dealer_id = chats.dealer_id and l.id = chats.location_id
      join dealers d on d.id = m.dealer_id
    order by page.at_us ${way}, page.id ${way}`.execute(db);
  return rows;
}
