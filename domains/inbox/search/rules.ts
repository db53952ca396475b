import { folded } from "#core/folded.ts";

/** How many chats and messages a batch holds at most. */
export const hitsPerBatch = 20;

/** From a place in a text to before another. */
export type Mark = [from: number, to: number];

/** The words that a message has to contain, all of them. */
export function messageWords(typed: string): string[] {
  return [...new Set(folded(typed).split(/\s+/))].filter((word) => word !== "");
}

/** How many letters and digits in a row: three make an entry of the index. */
export function longestRun(word: string): number {
  return Math.max(0, ...(word.match(/[\p{L}\p{N}]+/gu) ?? []).map((run) => run.length));
}

/** Those of which an index knows the most come first. */
export function byLength(words: readonly string[]): string[] {
  return [...words].sort((one, other) => longestRun(other) - longestRun(one));
}

/** True when an index can find one of the words. */
export const isIndexed = (words: readonly string[]) => words.some((word) => longestRun(word) >= 3);

/** A text as it is compared, and for each of its characters where in the text what it stands for begins and ends. */
function compared(text: string, as: (sign: string) => string) {
  let plain = "";
  const places: Mark[] = [];
  let at = 0;
  for (const sign of text) {
    const kept = as(sign);
    const last = places.at(-1);
    // An accent of its own belongs to the letter before.
    if (kept === "" && last && /\p{M}/u.test(sign)) last[1] = at + sign.length;
    for (const _ of kept.split("")) places.push([at, at + sign.length]);
    plain += kept;
    at += sign.length;
  }
  return { plain, places };
}

/** Where words stand in a text, in its order, those that touch as one. */
export function marksIn(text: string, words: readonly string[], as: (sign: string) => string = folded): Mark[] {
  const { plain, places } = compared(text, as);
  const found: Mark[] = [];
  for (const word of words) {
    if (word === "") continue;
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + word.length)) {
      const [from, to] = [places[at], places[at + word.length - 1]];
      if (from && to) found.push([from[0], to[1]]);
    }
  }
  const marks: Mark[] = [];
  for (const mark of found.sort((a, b) => a[0] - b[0])) {
    const last = marks.at(-1);
    if (last && mark[0] <= last[1]) last[1] = Math.max(last[1], mark[1]);
    else marks.push([...mark]);
  }
  return marks;
}

/** The same for a phone that is shown with separators: only its digits count. */
export function phoneMarks(text: string, words: readonly string[]): Mark[] {
  const digits = words.map((word) => word.replace(/^\+1?/, "")).filter((word) => /^\d+$/.test(word));
  return marksIn(text, digits, (sign) => (/\d/.test(sign) ? sign : ""));
}

/** An excerpt shows so many characters, and so many of them before the first word that was found. */
const longestExcerpt = 120;
const before = 30;

/** One line of a text around the first place where a word stands, and where the words stand in it. */
export function excerptOf(text: string, words: readonly string[]): { excerpt: string; marks: Mark[] } {
  const line = text.replace(/\s+/g, " ").trim();
  const first = marksIn(line, words)[0]?.[0] ?? 0;
  const from = first <= before ? 0 : wordStart(line, first - before, first);
  const end = from + longestExcerpt;
  const to = line.length <= end + 1 ? line.length : wholeSign(line, end);
  const excerpt = `${from > 0 ? "…" : ""}${line.slice(from, to)}${to < line.length ? "…" : ""}`;
  return { excerpt, marks: marksIn(excerpt, words) };
}

/** Where a word begins between two places; else the first of them. */
function wordStart(line: string, from: number, to: number): number {
  const space = line.indexOf(" ", from);
  return space >= 0 && space < to ? space + 1 : wholeSign(line, from);
}

/** No character is cut in half. */
function wholeSign(line: string, at: number): number {
  const isSecondHalf = /[\uDC00-\uDFFF]/.test(line[at] ?? "") && /[\uD800-\uDBFF]/.test(line[at - 1] ?? "");
  return isSecondHalf ? at - 1 : at;
}

/** Where a batch of found chats ended: in which tab, and behind which row of it, or at its top. */
export interface ChatsCursor {
  readonly is_closed: 0 | 1;
  readonly after: { readonly is_pinned: number; readonly chat_time: number; readonly id: number } | undefined;
}

export type SearchCursor = { readonly chats: ChatsCursor } | { readonly messages: number };

export function writeSearchCursor(cursor: SearchCursor): string {
  if ("messages" in cursor) return `m.${cursor.messages}`;
  const { is_closed, after } = cursor.chats;
  return after ? `c.${is_closed}.${after.is_pinned}.${after.chat_time}.${after.id}` : `c.${is_closed}`;
}

/** Undefined for anything that we did not write. */
export function readSearchCursor(text: string): SearchCursor | undefined {
  const messages = /^m\.(\d{1,15})$/.exec(text);
  if (messages) return { messages: Number(messages[1]) };
  const chats = /^c\.([01])(?:\.([01])\.(\d{1,15})\.(\d{1,15}))?$/.exec(text);
  if (!chats) return undefined;
  const [, closed, is_pinned, chat_time, id] = chats;
  const is_closed = closed === "1" ? 1 : 0;
  const after = id ? { is_pinned: Number(is_pinned), chat_time: Number(chat_time), id: Number(id) } : undefined;
  return { chats: { is_closed, after } };
}
