import type { DataOf } from "#core/call.ts";
import { type Chat, type ChatSort, chatSorts, type inbox } from "#domains/inbox/contract.ts";
import { isWaiting } from "#domains/inbox/list/rules.ts";
import { upsertIfNewer, type VersionedById } from "./upsertIfNewer.ts";

export const tabs = ["active", "inactive"] as const;
export type Tab = (typeof tabs)[number];

type ChatListBatch = DataOf<typeof inbox.chats>;
type SortPosition = Pick<Chat, "id" | "chat_time" | "is_pinned" | "waiting_since">;

/** One response about a part of a list: which chats it held, and the number of its request. */
interface LoadedRange {
  readonly asOf: number;
  /** After this position; undefined: from the top. */
  readonly from: SortPosition | undefined;
  /** Down to this position, inclusive; undefined: to the end. */
  readonly to: SortPosition | undefined;
  readonly ids: ReadonlySet<number>;
}

/** Which chats a list holds: those with a tag, those assigned to a member, or neither. */
type ChatListFilter = Pick<ChatListBatch, "tag_id" | "member_id">;

/** What has been loaded of one tab of one list: adjoining ranges, from the top down. */
interface LoadedTab {
  readonly ranges: readonly LoadedRange[];
  readonly filter: ChatListFilter;
  /** Where the next batch begins; null: the list is complete. */
  readonly cursor: string | null;
}

/** A loaded batch and the number of its request. */
export interface LoadedBatch {
  readonly asOf: number;
  readonly batch: ChatListBatch;
}

type LoadedTabs = Partial<Record<Tab, LoadedTab>>;

/** The chats that the browser has loaded, and how far each list has been loaded. */
export interface ChatListCache {
  readonly chats: VersionedById<Chat>;
  readonly lists: Partial<Record<string, LoadedTabs>>;
}

export const emptyChatListCache: ChatListCache = { chats: new Map(), lists: {} };

/** The server's list order: pinned first, then by newest activity. Negative: a comes before b. */
export function compareChats(a: SortPosition, b: SortPosition): number {
  if (a.is_pinned !== b.is_pinned) return b.is_pinned - a.is_pinned;
  if (a.chat_time !== b.chat_time) return a.chat_time > b.chat_time ? -1 : 1;
  return b.id - a.id;
}

/** The server's order of those that wait: the longest first. */
export function compareWaits(a: SortPosition, b: SortPosition): number {
  const [since, other] = [a.waiting_since ?? "", b.waiting_since ?? ""];
  if (since !== other) return since < other ? -1 : 1;
  return a.id - b.id;
}

const compareIn = (sort: ChatSort) => (sort === "waiting" ? compareWaits : compareChats);

export function tabOf(chat: Chat): Tab {
  return chat.is_closed === 1 ? "inactive" : "active";
}

function rowsOf(batch: ChatListBatch, tab: Tab): readonly Chat[] {
  return tab === "active" ? batch.allActiveChats : batch.allInactiveChats;
}

function extended(loadedTab: LoadedTab | undefined, tab: Tab, { asOf, batch }: LoadedBatch): LoadedTab {
  const rows = rowsOf(batch, tab);
  const cursor = batch.next_cursor[tab];
  const from = loadedTab?.ranges.at(-1)?.to;
  const to = cursor === null ? undefined : (rows.at(-1) ?? from);
  const range = { asOf, from, to, ids: new Set(rows.map((chat) => chat.id)) };
  const { tag_id, member_id } = batch;
  return { ranges: [...(loadedTab?.ranges ?? []), range], filter: { tag_id, member_id }, cursor };
}

/**
 * A tab of a list, loaded from its top: when it is opened, and to catch up after events may have been missed. It replaces
 * what was loaded before, since changes further down may have been missed too.
 */
export function withReloadedTab(
  cache: ChatListCache,
  type: string,
  tab: Tab,
  loaded: readonly LoadedBatch[],
): ChatListCache {
  const chats = loaded.reduce((all, { asOf, batch }) => upsertIfNewer(all, asOf, rowsOf(batch, tab)), cache.chats);
  const list = cache.lists[type];
  const before = list?.[tab]?.ranges[0]?.asOf ?? 0;
  const loadedTab = loaded.reduce<LoadedTab | undefined>((all, one) => extended(all, tab, one), undefined);
  if (!loadedTab || before > (loaded[0]?.asOf ?? 0)) return { ...cache, chats };
  return { chats, lists: { ...cache.lists, [type]: { ...list, [tab]: loadedTab } } };
}

/** Adds the batch that follows `cursor` in a tab. */
export function withNextBatch(
  cache: ChatListCache,
  type: string,
  tab: Tab,
  cursor: string,
  loaded: LoadedBatch,
): ChatListCache {
  const chats = upsertIfNewer(cache.chats, loaded.asOf, rowsOf(loaded.batch, tab));
  const list = cache.lists[type];
  const loadedTab = list?.[tab];
  if (loadedTab?.cursor !== cursor) return { ...cache, chats };
  return { chats, lists: { ...cache.lists, [type]: { ...list, [tab]: extended(loadedTab, tab, loaded) } } };
}

/** One chat's row, as the server returned it. */
export function withChat(cache: ChatListCache, asOf: number, chat: Chat): ChatListCache {
  return { ...cache, chats: upsertIfNewer(cache.chats, asOf, [chat]) };
}

/** An optimistic change of a row, before the server returns it: opening reads it, sending answers it. */
export function withChatPatch(cache: ChatListCache, asOf: number, id: number, change: Partial<Chat>): ChatListCache {
  const before = cache.chats.get(id);
  return before ? withChat(cache, asOf, { ...before.value, ...change }) : cache;
}

/** Without a chat that no longer exists. */
export function withoutChat(cache: ChatListCache, id: number): ChatListCache {
  const chats = new Map(cache.chats);
  chats.delete(id);
  return { ...cache, chats };
}

function belongs(type: string, { tag_id, member_id }: ChatListFilter, chat: Chat): boolean {
  if ((chat.snoozed_until !== null) !== (type === "snoozed")) return false;
  if (tag_id !== null) return chat.tag_ids.includes(tag_id);
  if (member_id !== null) return chat.assigned_to === member_id;
  if (type === "unread") return chat.is_read === 0;
  if (type === "unreplied") return chat.is_replied === 0;
  if (type === "unassigned") return chat.assigned_to === null;
  return true;
}

function covers({ from, to }: LoadedRange, position: SortPosition, sort: ChatSort): boolean {
  const compare = compareIn(sort);
  return (!from || compare(position, from) > 0) && (!to || compare(position, to) <= 0);
}

/** The lists that keep the open chat although reading or answering it removed it from them. */
const keepOpen: readonly string[] = ["all", "unread", "unreplied"];

/**
 * A tab's rows in order; undefined until loaded. Cached chats below the loaded range are omitted. The open chat stays
 * in some lists: see `keepOpen`.
 *
 * @param key names the list and its order: see `listKey`.
 */
export function visibleChats(cache: ChatListCache, key: string, tab: Tab, open?: number): readonly Chat[] | undefined {
  const loadedTab = cache.lists[key]?.[tab];
  if (!loadedTab) return undefined;
  const { ranges, filter } = loadedTab;
  const { type, sort } = parseListKey(key);
  const rows: Chat[] = [];
  for (const { value: chat, asOf } of cache.chats.values()) {
    if (tabOf(chat) !== tab) continue;
    const range = ranges.find((one) => covers(one, chat, sort));
    if (!range) continue;
    // The range is newer than the row and no longer holds it: it moved and we missed the event.
    const hasMoved = asOf < range.asOf && !range.ids.has(chat.id);
    const fits = belongs(type, filter, chat) && (sort === "newest" || isWaiting(chat));
    const staysOpen = chat.id === open && keepOpen.includes(type) && chat.snoozed_until === null;
    if (staysOpen || (fits && !hasMoved)) rows.push(chat);
  }
  return rows.sort(compareIn(sort));
}

/** Where the next batch of a tab begins; null: the list is complete; undefined: nothing has been loaded. */
export function nextCursor(cache: ChatListCache, type: string, tab: Tab): string | null | undefined {
  return cache.lists[type]?.[tab]?.cursor;
}

/** How many batches of a tab have been loaded. */
export function batchCount(cache: ChatListCache, type: string, tab: Tab): number {
  return cache.lists[type]?.[tab]?.ranges.length ?? 0;
}

/** Names a list in one order, to cache what was loaded of it: `unread`, or `unread waiting`. No slug has a space. */
export const listKey = (type: string, sort: ChatSort = "newest") => (sort === "newest" ? type : `${type} ${sort}`);

/** The list and the order that a key names. */
export function parseListKey(key: string): { type: string; sort: ChatSort } {
  const [type = "", name] = key.split(" ");
  return { type, sort: chatSorts.find((one) => one === name) ?? "newest" };
}
