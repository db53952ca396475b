import { foldForSearch } from "#core/foldForSearch.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { maxDaysSnoozed, minMinutesSnoozed } from "./contract.ts";

/** True while a customer waits for a person's reply. One who opted out never does. */
export const isWaiting = ({ waiting_since, customer }: Pick<Chat, "waiting_since" | "customer">) =>
  waiting_since !== null && customer.optin_status === 1;

/** Chats per batch of the list. */
export const chatsPerBatch = 30;
/** Days without a message after which a chat moves to In-Active. */
export const idleDays = 30;

/** The sort key of a batch's last chat; the next batch starts after it. */
export interface ChatCursor {
  readonly is_pinned: number;
  /** Milliseconds since 1970. */
  readonly chat_time: number;
  readonly id: number;
}

export function formatChatCursor(cursor: ChatCursor): string {
  return `${cursor.is_pinned}.${cursor.chat_time}.${cursor.id}`;
}

/** The sort key of a batch's last chat in the list of the longest waiting. */
export interface WaitingCursor {
  /** Milliseconds since 1970. */
  readonly waiting_since: number;
  readonly id: number;
}

export const formatWaitingCursor = ({ waiting_since, id }: WaitingCursor) => `w.${waiting_since}.${id}`;

/** Undefined for anything that `formatWaitingCursor` can't have written. */
export function parseWaitingCursor(text: string): WaitingCursor | undefined {
  const parts = /^w\.(\d{1,15})\.(\d{1,15})$/.exec(text);
  return parts ? { waiting_since: Number(parts[1]), id: Number(parts[2]) } : undefined;
}

/** Undefined for anything that `formatChatCursor` can't have written. */
export function parseChatCursor(text: string): ChatCursor | undefined {
  const parts = /^([01])\.(\d{1,15})\.(\d{1,15})$/.exec(text);
  if (!parts) return undefined;
  return { is_pinned: Number(parts[1]), chat_time: Number(parts[2]), id: Number(parts[3]) };
}

/** The most chats and messages in one batch. */
export const hitsPerBatch = 20;

/** A range [from, to) of a text. */
export type TextRange = [from: number, to: number];

/** The longest run of letters and digits; the trigram index needs three. */
export function longestRun(word: string): number {
  return Math.max(0, ...(word.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => run.length));
}

/** The most selective words for the index first. */
export function mostSelectiveFirst(words: readonly string[]): string[] {
  return [...words].sort((one, other) => longestRun(other) - longestRun(one));
}

/** True when the index can find at least one of the words. */
export const isIndexed = (words: readonly string[]) => words.some((word) => longestRun(word) >= 3);

/** A normalized text, and for each of its characters the range it came from. */
function normalize(text: string, fold: (character: string) => string) {
  let normalized = "";
  const sources: TextRange[] = [];
  let at = 0;
  for (const character of text) {
    const output = fold(character);
    const last = sources.at(-1);
    // A combining accent belongs to the letter before it.
    if (output === "" && last && /\p{M}/u.test(character)) last[1] = at + character.length;
    for (const _ of output.split("")) sources.push([at, at + character.length]);
    normalized += output;
    at += character.length;
  }
  return { normalized, sources };
}

/** The ranges where words occur in a text, sorted; touching ones are merged. */
export function marksIn(
  text: string,
  words: readonly string[],
  fold: (character: string) => string = foldForSearch,
): TextRange[] {
  const { normalized, sources } = normalize(text, fold);
  const matches: TextRange[] = [];
  for (const word of words) {
    if (word === "") continue;
    for (let at = normalized.indexOf(word); at >= 0; at = normalized.indexOf(word, at + word.length)) {
      const [from, to] = [sources[at], sources[at + word.length - 1]];
      if (from && to) matches.push([from[0], to[1]]);
    }
  }
  const marks: TextRange[] = [];
  for (const mark of matches.sort((a, b) => a[0] - b[0])) {
    const last = marks.at(-1);
    if (last && mark[0] <= last[1]) last[1] = Math.max(last[1], mark[1]);
    else marks.push([...mark]);
  }
  return marks;
}

/** The same for a formatted phone number: only its digits are compared. */
export function phoneMarks(text: string, words: readonly string[]): TextRange[] {
  const digits = words.map((word) => word.replace(/^\+1?/, "")).filter((word) => /^\d+$/.test(word));
  return marksIn(text, digits, (character) => (/\d/.test(character) ? character : ""));
}

/** An excerpt's length, and how much of it precedes the first match. */
const excerptLength = 120;
const leadingLength = 30;

/** One line of a text around the first match, and the matches in it. */
export function excerptOf(text: string, words: readonly string[]): { excerpt: string; marks: TextRange[] } {
  const line = text.replace(/\s+/g, " ").trim();
  const first = marksIn(line, words)[0]?.[0] ?? 0;
  const from = first <= leadingLength ? 0 : wordStart(line, first - leadingLength, first);
  const end = from + excerptLength;
  const to = line.length <= end + 1 ? line.length : characterStart(line, end);
  const excerpt = `${from > 0 ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
  return { excerpt, marks: marksIn(excerpt, words) };
}

/** The first word start between two positions, or the first position. */
function wordStart(line: string, from: number, to: number): number {
  const space = line.indexOf(" ", from);
  return space >= 0 && space < to ? space + 1 : characterStart(line, from);
}

/** Steps back when a position would split a surrogate pair. */
function characterStart(line: string, at: number): number {
  const isSecondHalf = /[\uDC00-\uDFFF]/.test(line[at] ?? "") && /[\uD800-\uDBFF]/.test(line[at - 1] ?? "");
  return isSecondHalf ? at - 1 : at;
}

/** Where a batch of matching chats ended: the tab and the last row; no row means the tab's top. */
export interface ChatsCursor {
  readonly is_closed: 0 | 1;
  readonly after: { readonly is_pinned: number; readonly chat_time: number; readonly id: number } | undefined;
}

export type SearchCursor = { readonly chats: ChatsCursor } | { readonly messages: number };

export function formatSearchCursor(cursor: SearchCursor): string {
  if ("messages" in cursor) return `m.${cursor.messages}`;
  const { is_closed, after } = cursor.chats;
  return after ? `c.${is_closed}.${after.is_pinned}.${after.chat_time}.${after.id}` : `c.${is_closed}`;
}

/** Undefined for anything that `writeSearchCursor` can't have written. */
export function parseSearchCursor(text: string): SearchCursor | undefined {
  const messages = /^m\.(\d{1,15})$/.exec(text);
  if (messages) return { messages: Number(messages[1]) };
  const chats = /^c\.([01])(?:\.([01])\.(\d{1,15})\.(\d{1,15}))?$/.exec(text);
  if (!chats) return undefined;
  const [, closed, is_pinned, chat_time, id] = chats;
  const is_closed = closed === "1" ? 1 : 0;
  const after = id ? { is_pinned: Number(is_pinned), chat_time: Number(chat_time), id: Number(id) } : undefined;
  return { chats: { is_closed, after } };
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Why a chat can't be snoozed until this time, for users; empty when it can. */
export function snoozeError(until: Date, now: Date): string {
  const delay = until.getTime() - now.getTime();
  if (Number.isNaN(delay)) return "Choose when the conversation comes back";
  if (delay < minMinutesSnoozed * minuteMs) return "Choose a time at least a minute from now";
  return delay > maxDaysSnoozed * dayMs ? "Choose a time within a year" : "";
}
