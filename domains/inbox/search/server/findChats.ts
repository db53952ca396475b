import { sql } from "kysely";
import type { LocationScope } from "#core/people.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { likePattern } from "#core/server/wordSearch.ts";
import { wordCondition } from "#domains/customers/server/public.ts";
import { type ChatsCursor, isIndexed, mostSelectiveFirst } from "../rules.ts";

/** How many chats to scan in list order before trying the index, and per scan after that. */
const firstScanSize = 400;
const scanSize = 5_000;
/** With more candidates than this the index is slower than scanning: matches are frequent then. */
const maxCandidates = 10_000;
/** After this many milliseconds a search returns what it has; the next request continues it. */
const timeBudgetMs = 80;

/** A matching chat with its position in the list. */
interface ChatMatch {
  readonly id: number;
  readonly is_closed: 0 | 1;
  readonly is_pinned: number;
  readonly chat_time: Date;
}

/** The next chats whose customers match, in list order; `next` null: the search is complete. */
export interface ChatHits {
  readonly ids: readonly number[];
  readonly next: ChatsCursor | null;
}

/** Scans the list from a position on; rare matches come from the customers' index and are sorted. */
export async function findChats(
  db: Db,
  scope: LocationScope,
  words: readonly string[],
  from: ChatsCursor,
  limit: number,
): Promise<ChatHits> {
  const patterns = mostSelectiveFirst(words).map(likePattern);
  const deadline = performance.now() + timeBudgetMs;
  const matches: ChatMatch[] = [];
  let cursor: ChatsCursor = from;
  for (let size = firstScanSize; ; size = scanSize) {
    const scanned = await scan(db, scope, words, cursor, size);
    matches.push(...scanned.matches);
    const lastOfBatch = matches[limit - 1];
    if (lastOfBatch) return { ids: matches.slice(0, limit).map(({ id }) => id), next: cursorOf(lastOfBatch) };
    if (scanned.end) cursor = { is_closed: cursor.is_closed, after: scanned.end };
    else if (cursor.is_closed === 0) cursor = { is_closed: 1, after: undefined };
    else return { ids: matches.map(({ id }) => id), next: null };
    if (size === firstScanSize && isIndexed(words)) {
      const indexed = await matchesByIndex(db, scope, patterns, cursor, limit - matches.length);
      if (indexed) {
        matches.push(...indexed);
        const last = matches[limit - 1];
        return { ids: matches.map(({ id }) => id), next: last ? cursorOf(last) : null };
      }
    }
    if (performance.now() > deadline) return { ids: matches.map(({ id }) => id), next: cursor };
  }
}

function cursorOf({ id, is_closed, is_pinned, chat_time }: ChatMatch): ChatsCursor {
  return { is_closed, after: { is_pinned, chat_time: chat_time.getTime(), id } };
}

const columns = sql`chats.id, chats.is_closed, chats.is_pinned, chats.chat_time`;
const listOrder = sql`order by chats.is_closed, chats.is_pinned desc, chats.chat_time desc, chats.id desc`;

const inLocation = ({ dealer_id, location_id }: LocationScope) =>
  sql`chats.dealer_id = ${dealer_id} and chats.location_id = ${location_id}`;

function isAfter({ after }: ChatsCursor): SqlFragment {
  if (!after) return sql`true`;
  return sql`(chats.is_pinned, chats.chat_time, chats.id)
    < (${after.is_pinned}, ${new Date(after.chat_time)}::timestamptz, ${after.id})`;
}

/** Scans the next `size` chats of one tab; `end` is set when there may be more. */
async function scan(db: Db, scope: LocationScope, words: readonly string[], from: ChatsCursor, size: number) {
  const { rows } = await sql<ChatMatch & { is_match: boolean }>`with scanned as materialized (
      select ${columns}, chats.customer_id from chats
      where ${inLocation(scope)} and chats.is_closed = ${from.is_closed} and ${isAfter(from)}
      order by chats.is_pinned desc, chats.chat_time desc, chats.id desc limit ${sql.lit(size)}
    ), last as materialized (
      select * from scanned as chats order by chats.is_pinned, chats.chat_time, chats.id limit 1
    )
    select ${columns}, true as is_match from scanned as chats
      join customers on customers.dealer_id = ${scope.dealer_id} and customers.id = chats.customer_id
      where customers.deleted_at is null and ${wordCondition(words)}
    union all
    select ${columns}, false from last as chats where (select count(*) from scanned) = ${sql.lit(size)}`.execute(db);
  const matches = rows.filter(({ is_match }) => is_match).sort(byListOrder);
  const last = rows.find(({ is_match }) => !is_match);
  return { matches, end: last && cursorOf(last).after };
}

function byListOrder(a: ChatMatch, b: ChatMatch): number {
  return b.is_pinned - a.is_pinned || b.chat_time.getTime() - a.chat_time.getTime() || b.id - a.id;
}

/** The next matches after a position, from the customers' index; undefined when it has too many candidates. */
async function matchesByIndex(
  db: Db,
  scope: LocationScope,
  patterns: readonly string[],
  from: ChatsCursor,
  limit: number,
) {
  type SerializedMatch = Omit<ChatMatch, "chat_time"> & { chat_time: string };
  const { rows } = await sql<{ candidates: number; matches: readonly SerializedMatch[] }>`
    with candidates as materialized (
      select id from customers_matching(${patterns}::text[], ${maxCandidates + 1})
    ), matches as (
      select ${columns} from candidates
        join chats on ${inLocation(scope)} and chats.customer_id = candidates.id
      where chats.is_closed > ${from.is_closed} or (chats.is_closed = ${from.is_closed} and ${isAfter(from)})
      ${listOrder} limit ${limit}
    )
    select (select count(*) from candidates)::int as candidates, coalesce(json_agg(matches), '[]') as matches
    from matches`.execute(db);
  const [row] = rows;
  if (!row || row.candidates > maxCandidates) return undefined;
  return row.matches.map((match) => ({ ...match, chat_time: new Date(match.chat_time) }));
}
