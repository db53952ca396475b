import type { DataOf } from "#core/call.ts";
import type { Chat, inbox } from "../contract.ts";
import { type KnownById, learn } from "./known.ts";

export const tabs = ["active", "inactive"] as const;
export type Tab = (typeof tabs)[number];

type Batch = DataOf<typeof inbox.chats>;
type Place = Pick<Chat, "id" | "chat_time" | "is_pinned">;

/** One answer about a part of a list: which chats stood there, and when that was asked. */
interface Range {
  readonly asOf: number;
  /** After this place; undefined: from the top. */
  readonly from: Place | undefined;
  /** Down to this place; undefined: to the end. */
  readonly to: Place | undefined;
  readonly ids: ReadonlySet<number>;
}

/** Whose list it is: a tag's, a member's, or neither's. */
type Having = Pick<Batch, "tag_id" | "member_id">;

/** What has been loaded of one tab of one list: ranges that join, from the top on. */
interface Stretch {
  readonly ranges: readonly Range[];
  /** What a chat must have to be in it. */
  readonly of: Having;
  /** Where the next batch begins; null: there is none. */
  readonly cursor: string | null;
}

/** A batch that was loaded, and the number of its request. */
export interface Loaded {
  readonly asOf: number;
  readonly batch: Batch;
}

type Stretches = Partial<Record<Tab, Stretch>>;

/** The chats that the browser knows, and how far each list has been loaded. */
export interface ChatBook {
  readonly chats: KnownById<Chat>;
  readonly lists: Partial<Record<string, Stretches>>;
}

export const emptyBook: ChatBook = { chats: new Map(), lists: {} };

/** The order of the list, as the server's: pinned ones, then the newest activity. Negative: a stands above b. */
export function byPlace(a: Place, b: Place): number {
  if (a.is_pinned !== b.is_pinned) return b.is_pinned - a.is_pinned;
  if (a.chat_time !== b.chat_time) return a.chat_time > b.chat_time ? -1 : 1;
  return b.id - a.id;
}

export function tabOf(chat: Chat): Tab {
  return chat.is_closed === 1 ? "inactive" : "active";
}

function rowsOf(batch: Batch, tab: Tab): readonly Chat[] {
  return tab === "active" ? batch.allActiveChats : batch.allInactiveChats;
}

function lengthened(stretch: Stretch | undefined, tab: Tab, { asOf, batch }: Loaded): Stretch {
  const rows = rowsOf(batch, tab);
  const cursor = batch.next_cursor[tab];
  const from = stretch?.ranges.at(-1)?.to;
  const to = cursor === null ? undefined : (rows.at(-1) ?? from);
  const range = { asOf, from, to, ids: new Set(rows.map((chat) => chat.id)) };
  const { tag_id, member_id } = batch;
  return { ranges: [...(stretch?.ranges ?? []), range], of: { tag_id, member_id }, cursor };
}

/**
 * A tab of a list, loaded from its top: when it is opened, and again after news may have been missed. What was loaded
 * of it before is replaced, as changes further down may have been missed too.
 */
export function withTab(book: ChatBook, type: string, tab: Tab, loaded: readonly Loaded[]): ChatBook {
  const chats = loaded.reduce((all, { asOf, batch }) => learn(all, asOf, rowsOf(batch, tab)), book.chats);
  const list = book.lists[type];
  const before = list?.[tab]?.ranges[0]?.asOf ?? 0;
  const stretch = loaded.reduce<Stretch | undefined>((all, one) => lengthened(all, tab, one), undefined);
  if (!stretch || before > (loaded[0]?.asOf ?? 0)) return { ...book, chats };
  return { chats, lists: { ...book.lists, [type]: { ...list, [tab]: stretch } } };
}

/** The batch that follows `cursor` in a tab. */
export function withNextBatch(book: ChatBook, type: string, tab: Tab, cursor: string, loaded: Loaded): ChatBook {
  const chats = learn(book.chats, loaded.asOf, rowsOf(loaded.batch, tab));
  const list = book.lists[type];
  const stretch = list?.[tab];
  if (stretch?.cursor !== cursor) return { ...book, chats };
  return { chats, lists: { ...book.lists, [type]: { ...list, [tab]: lengthened(stretch, tab, loaded) } } };
}

/** One chat's row, as an answer brought it. */
export function withChat(book: ChatBook, asOf: number, chat: Chat): ChatBook {
  return { ...book, chats: learn(book.chats, asOf, [chat]) };
}

/** What is certain of a row before its own answer comes: that opening it reads it, that a sent text answers it. */
export function withChange(book: ChatBook, asOf: number, id: number, change: Partial<Chat>): ChatBook {
  const before = book.chats.get(id);
  return before ? withChat(book, asOf, { ...before.value, ...change }) : book;
}

/** A chat that is no longer there. */
export function withoutChat(book: ChatBook, id: number): ChatBook {
  const chats = new Map(book.chats);
  chats.delete(id);
  return { ...book, chats };
}

function belongs(type: string, { tag_id, member_id }: Having, chat: Chat): boolean {
  if (tag_id !== null) return chat.tag_ids.includes(tag_id);
  if (member_id !== null) return chat.assigned_to === member_id;
  if (type === "unread") return chat.is_read === 0;
  if (type === "unreplied") return chat.is_replied === 0;
  return true;
}

function covers({ from, to }: Range, place: Place): boolean {
  return (!from || byPlace(place, from) > 0) && (!to || byPlace(place, to) <= 0);
}

/**
 * The rows of a tab in their order, or undefined while nothing of it has been loaded. Known chats below the loaded
 * stretch wait until it reaches them. The open chat stays although reading or answering it took it out of the list; a
 * tag's and a member's list hold what is theirs.
 */
export function shownChats(book: ChatBook, type: string, tab: Tab, open?: number): readonly Chat[] | undefined {
  const stretch = book.lists[type]?.[tab];
  if (!stretch) return undefined;
  const { ranges, of } = stretch;
  const shown: Chat[] = [];
  for (const { value: chat, asOf } of book.chats.values()) {
    if (tabOf(chat) !== tab) continue;
    const range = ranges.find((one) => covers(one, chat));
    if (!range) continue;
    // It stood there before, and no longer when the range was asked for: it went elsewhere unheard.
    const isGone = asOf < range.asOf && !range.ids.has(chat.id);
    const isKept = chat.id === open && of.tag_id === null && of.member_id === null;
    if (isKept || (belongs(type, of, chat) && !isGone)) shown.push(chat);
  }
  return shown.sort(byPlace);
}

/** Where the next batch of a tab begins; null: everything is there; undefined: nothing has been loaded. */
export function nextCursor(book: ChatBook, type: string, tab: Tab): string | null | undefined {
  return book.lists[type]?.[tab]?.cursor;
}

/** How many batches of a tab have been loaded. */
export function batchCount(book: ChatBook, type: string, tab: Tab): number {
  return book.lists[type]?.[tab]?.ranges.length ?? 0;
}
