import { sql } from "kysely";
import { invalidField } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import { foldedWords, searchWords } from "#core/searchWords.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { likePattern } from "#core/server/wordSearch.ts";
import { wordCondition } from "#domains/customers/server/public.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { seesDeleted } from "#domains/inbox/conversation/rules.ts";
import { chatsById } from "#domains/inbox/server/chatStore.ts";
import type { FoundMessage, inboxSearch } from "../contract.ts";
import {
  type ChatsCursor,
  excerptOf,
  formatSearchCursor,
  hitsPerBatch,
  isIndexed,
  mostSelectiveFirst,
  parseSearchCursor,
  type SearchCursor,
} from "../rules.ts";

const listTop: ChatsCursor = { is_closed: 0, after: undefined };

export const inboxSearchHandlers: Handlers<typeof inboxSearch> = {
  async search(context, { body: { search_param, cursor } }) {
    const from = cursor === undefined ? undefined : parseSearchCursor(cursor);
    if (cursor !== undefined && !from) throw invalidField("cursor", "These results have expired. Search again.");
    const words = foldedWords(search_param);
    const searchesMessages = isIndexed(words);
    const chats = !from || "chats" in from ? await chatsFor(context, search_param, from?.chats ?? listTop) : noMatches;
    const messages =
      searchesMessages && (!from || "messages" in from) ? await messagesFor(context, words, from?.messages) : noMatches;
    return {
      chats: chats.found,
      messages: messages.found,
      searches_messages: searchesMessages ? 1 : 0,
      next_cursor: { chats: chats.next, messages: messages.next },
    };
  },
};

const noMatches = { found: [], next: null };

const cursorText = (cursor: SearchCursor | null) => cursor && formatSearchCursor(cursor);

async function chatsFor({ db, scope }: StaffContext, typed: string, from: ChatsCursor) {
  const words = searchWords(typed);
  if (words.length === 0) return noMatches;
  const { ids, next } = await findChats(db, scope, words, from, hitsPerBatch);
  const chats = await chatsByIdMap(db, scope, ids);
  return { found: ids.flatMap((id) => chats.get(id) ?? []), next: cursorText(next && { chats: next }) };
}

async function messagesFor({ db, scope, who }: StaffContext, words: readonly string[], before: number | undefined) {
  const { ids, looked_to } = await findMessages(db, words, before, hitsPerBatch);
  const messages = await messagesById(db, scope, ids, seesDeleted(who));
  // Chats of deleted customers are missing here, and so are their messages.
  const chats = await chatsByIdMap(db, scope, [...new Set(messages.map(({ chat_id }) => chat_id))]);
  const found = messages.flatMap(({ id, chat_id, message, datetime, is_from_customer }): FoundMessage[] => {
    const chat = chats.get(chat_id);
    if (!chat) return [];
    const rest = { datetime: datetime.toISOString(), is_from_customer: is_from_customer === 1 ? 1 : 0 } as const;
    return [{ message_id: id, chat, ...rest, ...excerptOf(message, words) }];
  });
  return { found, next: cursorText(looked_to === null ? null : { messages: looked_to }) };
}

async function chatsByIdMap(
  db: StaffContext["db"],
  scope: LocationScope,
  ids: readonly number[],
): Promise<Map<number, Chat>> {
  return new Map((await chatsById(db, scope, ids)).map((chat) => [chat.id, chat]));
}

/** How many chats to scan in list order before trying the index, and per scan after that. */
const firstScanSize = 400;
const scanSize = 5_000;
/** With more candidates than this the index is slower than scanning: matches are frequent then. */
const maxCandidates = 10_000;
/** After this many milliseconds a search returns what it has; the next request continues it. */
const chatsBudgetMs = 80;

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
async function findChats(
  db: Db,
  scope: LocationScope,
  words: readonly string[],
  from: ChatsCursor,
  limit: number,
): Promise<ChatHits> {
  const patterns = mostSelectiveFirst(words).map(likePattern);
  const deadline = performance.now() + chatsBudgetMs;
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

/** Greater than every message id. */
const beyondNewest = Number.MAX_SAFE_INTEGER;

/** After this many milliseconds a search returns what it has; the next request continues it. */
const messagesBudgetMs = 150;

/** The acting location's next messages that contain all words, newest first. */
export interface MessageHits {
  readonly ids: readonly number[];
  /** Where the next request continues; null: the search is complete. */
  readonly looked_to: number | null;
}

async function findMessages(
  db: Db,
  words: readonly string[],
  before: number | undefined,
  limit: number,
): Promise<MessageHits> {
  const patterns = mostSelectiveFirst(words).map(likePattern);
  const { rows } = await sql<{ ids: number[]; looked_to: number | null }>`select to_json(ids) as ids, looked_to
    from messages_matching(${patterns}::text[], ${before ?? beyondNewest}::bigint, ${limit}::int,
      ${messagesBudgetMs} * interval '1 millisecond')`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("messages_matching returned no row");
  return row;
}

/** Messages by id, newest first; deleted ones only for callers who can see them. */
async function messagesById(db: Db, scope: LocationScope, ids: readonly number[], withDeleted: boolean) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("messages")
    .where("dealer_id", "=", scope.dealer_id)
    .where("id", "in", ids)
    .$if(!withDeleted, (rows) => rows.where("deleted_at", "is", null))
    .select(["id", "chat_id", "message", "datetime", "is_from_customer"])
    .orderBy("id", "desc")
    .execute();
}
