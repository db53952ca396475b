import { type RawBuilder, sql } from "kysely";
import type { LocationScope } from "#core/people.ts";
import { likeTerm } from "#core/server/table.ts";
import type { Db } from "#core/server/unit.ts";
import { byLength, type ChatsCursor, isIndexed } from "../rules.ts";

/** So many chats are looked through in the list's order before an index is asked, and so many at a time after that. */
const near = 400;
const far = 5_000;
/** An index that offers more than this is no help: then one in a few of the next chats matches. */
const mostOffered = 10_000;
/** A search gives what it has after so many milliseconds, and is continued by the next request. */
const patience = 80;

/** The place of a chat in the list. */
interface Found {
  readonly id: number;
  readonly is_closed: 0 | 1;
  readonly is_pinned: number;
  readonly chat_time: Date;
}

/** The next chats whose customers match, in the list's order; `next` null: everything was looked through. */
export interface ChatHits {
  readonly ids: readonly number[];
  readonly next: ChatsCursor | null;
}

/** Looks through the list from a place on; what is rare is collected by the customers' index and put in order. */
export async function findChats(
  db: Db,
  scope: LocationScope,
  words: readonly string[],
  from: ChatsCursor,
  most: number,
): Promise<ChatHits> {
  const patterns = byLength(words).map(likeTerm);
  const until = performance.now() + patience;
  const found: Found[] = [];
  let place: ChatsCursor = from;
  for (let size = near; ; size = far) {
    const walked = await walk(db, scope, patterns, place, size);
    found.push(...walked.found);
    const full = found[most - 1];
    if (full) return { ids: found.slice(0, most).map(({ id }) => id), next: placeOf(full) };
    if (walked.end) place = { is_closed: place.is_closed, after: walked.end };
    else if (place.is_closed === 0) place = { is_closed: 1, after: undefined };
    else return { ids: found.map(({ id }) => id), next: null };
    if (size === near && isIndexed(words)) {
      const offered = await collect(db, scope, patterns, place, most - found.length);
      if (offered) {
        found.push(...offered);
        const last = found[most - 1];
        return { ids: found.map(({ id }) => id), next: last ? placeOf(last) : null };
      }
    }
    if (performance.now() > until) return { ids: found.map(({ id }) => id), next: place };
  }
}

function placeOf({ id, is_closed, is_pinned, chat_time }: Found): ChatsCursor {
  return { is_closed, after: { is_pinned, chat_time: chat_time.getTime(), id } };
}

const columns = sql`chats.id, chats.is_closed, chats.is_pinned, chats.chat_time`;
const inOrder = sql`order by chats.is_closed, chats.is_pinned desc, chats.chat_time desc, chats.id desc`;

const ofPlace = ({ dealer_id, location_id }: LocationScope) =>
  sql`chats.dealer_id = ${dealer_id} and chats.location_id = ${location_id}`;

function isBehind({ after }: ChatsCursor): RawBuilder<unknown> {
  if (!after) return sql`true`;
  return sql`(chats.is_pinned, chats.chat_time, chats.id)
    < (${after.is_pinned}, ${new Date(after.chat_time)}::timestamptz, ${after.id})`;
}

/** The next `size` chats of one tab: those that match, and where they end when there can be more. */
async function walk(db: Db, scope: LocationScope, patterns: readonly string[], from: ChatsCursor, size: number) {
  const { rows } = await sql<Found & { is_found: boolean }>`with near as materialized (
      select ${columns}, chats.customer_id from chats
      where ${ofPlace(scope)} and chats.is_closed = ${from.is_closed} and ${isBehind(from)}
      order by chats.is_pinned desc, chats.chat_time desc, chats.id desc limit ${sql.lit(size)}
    ), last as materialized (
      select * from near as chats order by chats.is_pinned, chats.chat_time, chats.id limit 1
    )
    select ${columns}, true as is_found from near as chats
      join customers on customers.dealer_id = ${scope.dealer_id} and customers.id = chats.customer_id
      where customers.deleted_at is null and customers.search_text like all (${patterns}::text[])
    union all
    select ${columns}, false from last as chats where (select count(*) from near) = ${sql.lit(size)}`.execute(db);
  const found = rows.filter(({ is_found }) => is_found).sort(byPlace);
  const last = rows.find(({ is_found }) => !is_found);
  return { found, end: last && placeOf(last).after };
}

function byPlace(a: Found, b: Found): number {
  return b.is_pinned - a.is_pinned || b.chat_time.getTime() - a.chat_time.getTime() || b.id - a.id;
}

/** The next matches behind a place among all that the customers' index offers; undefined: it offers too many. */
async function collect(db: Db, scope: LocationScope, patterns: readonly string[], from: ChatsCursor, most: number) {
  const { rows } = await sql<{ offered: number; found: readonly (Omit<Found, "chat_time"> & { chat_time: string })[] }>`
    with offered as materialized (
      select id from customers_matching(${patterns}::text[], ${mostOffered + 1})
    ), found as (
      select ${columns} from offered
        join chats on ${ofPlace(scope)} and chats.customer_id = offered.id
      where chats.is_closed > ${from.is_closed} or (chats.is_closed = ${from.is_closed} and ${isBehind(from)})
      ${inOrder} limit ${most}
    )
    select (select count(*) from offered)::int as offered, coalesce(json_agg(found), '[]') as found from found`.execute(
    db,
  );
  const [row] = rows;
  if (!row || row.offered > mostOffered) return undefined;
  return row.found.map((one) => ({ ...one, chat_time: new Date(one.chat_time) }));
}
