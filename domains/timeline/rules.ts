import type { EntryKind } from "./contract.ts";

/** Where entries come from, in the order of those that happened in the same microsecond. Cursors name its places. */
export const sources = [
  "text",
  "call",
  "email",
  "note",
  "task",
  "appointment",
  "campaign",
  "invite",
  "review",
  "lead",
  "consent",
  "mailConsent",
  "written",
  "logged",
  "replied",
] as const;
export type TimelineSource = (typeof sources)[number];

export const kindOf: Readonly<Record<TimelineSource, EntryKind>> = {
  text: "text",
  call: "call",
  email: "email",
  note: "note",
  task: "task",
  appointment: "appointment",
  campaign: "campaign",
  invite: "review",
  review: "review",
  lead: "lead",
  consent: "consent",
  mailConsent: "consent",
  written: "email",
  logged: "call",
  replied: "email",
};

/** The sources of these kinds; of all without any. */
export const sourcesOf = (kinds: readonly EntryKind[]): TimelineSource[] =>
  sources.filter((source) => kinds.length === 0 || kinds.includes(kindOf[source]));

/** A row's place on the timeline. Its time is in microseconds. */
export interface Position {
  readonly source: TimelineSource;
  readonly id: number;
  readonly at_us: number;
}

/** A place between rows: the rows behind it come later. */
export interface Cursor {
  readonly at_us: number;
  readonly place: number;
  readonly id: number;
}

export const placeOf = (source: TimelineSource): number => sources.indexOf(source);

export const cursorOf = ({ source, id, at_us }: Position): Cursor => ({ at_us, place: placeOf(source), id });

/** Before every row of an instant and of all earlier ones. */
export const cursorBefore = (end: Date): Cursor => ({ at_us: end.getTime() * 1000, place: sources.length, id: 0 });

export const cursorText = ({ at_us, place, id }: Cursor): string => `${at_us}.${place}.${id}`;

export function parseCursor(text: string): Cursor {
  const [at_us = 0, place = 0, id = 0] = text.split(".").map(Number);
  return { at_us, place, id };
}

const largestId = Number.MAX_SAFE_INTEGER;
/** After everything that can have happened: the year 2200. */
const endOfTime = Date.UTC(2200, 0) * 1000;

/** The rows of a source behind a cursor, as one comparison: those with `(at, id)` below this pair. */
export function boundOf(
  source: TimelineSource,
  cursor: Cursor | undefined,
): { readonly at_us: number; readonly id: number } {
  if (!cursor) return { at_us: endOfTime, id: largestId };
  const place = placeOf(source);
  const id = place === cursor.place ? cursor.id : place < cursor.place ? 0 : largestId;
  return { at_us: cursor.at_us, id };
}

/** Negative: `one` comes first, because it happened later. */
export const byNewest = (one: Position, other: Position): number =>
  other.at_us - one.at_us || placeOf(one.source) - placeOf(other.source) || other.id - one.id;

/** The longest pause within an exchange of texts. */
const longestPauseUs = 3_600_000_000;

/** The most texts of an exchange; the next one begins an entry of its own. */
export const mostTexts = 30;

/** One row, or the texts of an exchange; the newest first. */
export type EntryGroup = readonly [Position, ...Position[]];

/**
 * Folds texts that follow each other into exchanges: of one day, with pauses of up to an hour, and nothing between them.
 * Begins at the newest row, so that it continues from any end of a group as if it hadn't stopped there.
 */
export function foldTexts(rows: readonly Position[], dayOf: (at: Date) => string): EntryGroup[] {
  const groups: [Position, ...Position[]][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    const newer = group?.at(-1);
    if (group && newer && group.length < mostTexts && belongsTo(row, newer, dayOf)) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function belongsTo(row: Position, newer: Position, dayOf: (at: Date) => string): boolean {
  if (row.source !== "text" || newer.source !== "text" || newer.at_us - row.at_us > longestPauseUs) return false;
  return dayOf(new Date(row.at_us / 1000)) === dayOf(new Date(newer.at_us / 1000));
}

/** What was read of one source, newest first; `more`: there are older rows. */
export interface Read {
  readonly rows: readonly Position[];
  readonly more: boolean;
}

export interface TimelinePage {
  readonly groups: readonly EntryGroup[];
  /** Where the next page begins; undefined at the end. */
  readonly next: Cursor | undefined;
}

/**
 * Merges what was read of each source into a page of at most `most` groups. Rows that may have unread ones before them are left
 * for the next page, and so is an exchange that may go on there.
 */
export function pageOf(reads: readonly Read[], most: number, dayOf: (at: Date) => string): TimelinePage {
  const ends = reads.flatMap(({ rows, more }) => (more ? rows.slice(-1) : []));
  const [frontier] = ends.toSorted(byNewest);
  const known = reads
    .flatMap(({ rows }) => rows)
    .filter((row) => !frontier || byNewest(row, frontier) <= 0)
    .toSorted(byNewest);
  const groups = foldTexts(known, dayOf);
  const last = groups.at(-1);
  const mayGoOn = frontier && groups.length > 1 && last && last[0].source === "text" && last.length < mostTexts;
  const complete = mayGoOn ? groups.slice(0, -1) : groups;
  const shown = complete.slice(0, most);
  const end = shown.at(-1)?.at(-1);
  const isEnd = !frontier && shown.length === complete.length;
  return { groups: shown, next: isEnd || !end ? undefined : cursorOf(end) };
}

/** How many rows of a source a page of so many entries reads: texts fold, so more of them. */
export const rowsFor = (source: TimelineSource, entries: number): number =>
  source === "text" ? Math.min(150, entries * 3 + mostTexts) : entries;
