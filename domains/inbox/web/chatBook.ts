import type { DataOf } from "#core/call.ts";
import type { Chat, ChatType, inbox } from "../contract.ts";
import { type KnownById, learn } from "./known.ts";

export const tabs = ["active", "inactive"] as const;
export type Tab = (typeof tabs)[number];

type Batch = DataOf<typeof inbox.chats>;
type Place = Pick<Chat, "id" | "chat_time" | "is_pinned">;

/** What has been loaded of one tab of one list. */
interface Stretch {
  /** The lowest place that the batches reached; undefined: they reached the end. */
  readonly floor: Place | undefined;
  /** Where the next batch begins; null: there is none. */
  readonly cursor: string | null;
  /** The newest answer about the top: which chats stood there, down to where, and when that was asked. */
  readonly top: { readonly asOf: number; readonly floor: Place | undefined; readonly ids: ReadonlySet<number> };
}

type Stretches = Partial<Record<Tab, Stretch>>;

/** The chats that the browser knows, and how far each list has been loaded. */
export interface ChatBook {
  readonly chats: KnownById<Chat>;
  readonly lists: Partial<Record<ChatType, Stretches>>;
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

/** The first batch of a list, both tabs of it: when it is opened, and again after news may have been missed. */
export function withFirstBatch(book: ChatBook, type: ChatType, asOf: number, batch: Batch): ChatBook {
  const list: Stretches = { ...book.lists[type] };
  for (const tab of tabs) {
    const rows = rowsOf(batch, tab);
    const cursor = batch.next_cursor[tab];
    const floor = cursor === null ? undefined : rows.at(-1);
    const before = list[tab];
    if (before && before.top.asOf > asOf) continue;
    const top = { asOf, floor, ids: new Set(rows.map((chat) => chat.id)) };
    list[tab] = before && reachesLower(before.floor, floor) ? { ...before, top } : { floor, cursor, top };
  }
  const chats = learn(
    book.chats,
    asOf,
    tabs.flatMap((tab) => rowsOf(batch, tab)),
  );
  return { chats, lists: { ...book.lists, [type]: list } };
}

function reachesLower(a: Place | undefined, b: Place | undefined): boolean {
  return a === undefined || (b !== undefined && byPlace(a, b) >= 0);
}

/** The batch that follows `cursor` in one tab. */
export function withNextBatch(
  book: ChatBook,
  given: { type: ChatType; tab: Tab; cursor: string; asOf: number; batch: Batch },
): ChatBook {
  const { type, tab, cursor, asOf, batch } = given;
  const list = book.lists[type];
  const stretch = list?.[tab];
  const rows = rowsOf(batch, tab);
  const chats = learn(book.chats, asOf, rows);
  if (!stretch || stretch.cursor !== cursor) return { ...book, chats };
  const next = batch.next_cursor[tab];
  const floor = next === null ? undefined : (rows.at(-1) ?? stretch.floor);
  return { chats, lists: { ...book.lists, [type]: { ...list, [tab]: { ...stretch, floor, cursor: next } } } };
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

function belongs(type: ChatType, chat: Chat): boolean {
  if (type === "unread") return chat.is_read === 0;
  if (type === "unreplied") return chat.is_replied === 0;
  return true;
}

/**
 * The rows of a tab in their order, or undefined while nothing of it has been loaded. Known chats below the loaded
 * stretch wait until it reaches them. The open chat stays in a filtered list although reading it took it out.
 */
export function shownChats(book: ChatBook, type: ChatType, tab: Tab, open?: number): readonly Chat[] | undefined {
  const stretch = book.lists[type]?.[tab];
  if (!stretch) return undefined;
  const { floor, top } = stretch;
  const shown: Chat[] = [];
  for (const { value: chat, asOf } of book.chats.values()) {
    if (tabOf(chat) !== tab) continue;
    if (floor && byPlace(chat, floor) > 0) continue;
    if (chat.id !== open) {
      if (!belongs(type, chat)) continue;
      const isGone = asOf < top.asOf && !top.ids.has(chat.id) && (!top.floor || byPlace(chat, top.floor) <= 0);
      if (isGone) continue;
    }
    shown.push(chat);
  }
  return shown.sort(byPlace);
}

/** Where the next batch of a tab begins; null: everything is there; undefined: nothing has been loaded. */
export function nextCursor(book: ChatBook, type: ChatType, tab: Tab): string | null | undefined {
  return book.lists[type]?.[tab]?.cursor;
}

/** The newest place that a tab knows, to find out how far a catch-up has to reach. */
export function newestTime(book: ChatBook, tab: Tab): string {
  let newest = "";
  for (const { value } of book.chats.values()) {
    if (tabOf(value) === tab && value.chat_time > newest) newest = value.chat_time;
  }
  return newest;
}
