import * as z from "zod/mini";
import type { TableQuery } from "#core/call.ts";
import type { Cursors } from "#core/envelope.ts";
import { invalid } from "#core/failure.ts";
import type { Page } from "./table.ts";

/** Rows are counted up to here; who pages by `start` gets so far, too. */
export const mostCounted = 10_000;

/** A stretch of rows that have an order: by a key, and by the id among equal ones, both in the same direction. */
export interface Stretch<Key extends string> {
  readonly key: Key;
  readonly dir: "asc" | "desc";
  /** The row that it begins behind. */
  readonly after: { readonly value: string | number; readonly id: number } | undefined;
  /** How many rows to pass over first. */
  readonly skip: number;
  readonly limit: number;
}

/** How many rows there are. */
export interface Counted {
  readonly total: number;
  /** Those that search and filters leave; `mostCounted` when there are more than are counted. */
  readonly filtered: number;
  readonly isMore: boolean;
}

export interface KeysetRules<Row, Key extends string> {
  /** Columns that a person may sort by, and what they hold. Each needs an index that ends with it and the id, or a reason. */
  readonly sortable: Readonly<Record<Key, "text" | "number">>;
  /** The order when none is asked for. */
  readonly first: { readonly key: Key; readonly dir: "asc" | "desc" };
  /** `knowsMore`: a page before has found more rows than are counted; they need not be counted again. */
  readonly read: (stretch: Stretch<Key>, knowsMore: boolean) => Promise<{ rows: readonly Row[]; counted: Counted }>;
  /** What the row is ordered by, as it is. */
  readonly valueOf: (row: Row, key: Key) => string | number;
}

/** Where a page is: behind a row, before one, or at the end. `at` is the place of its first row, if that is known. */
const Place = z.object({
  key: z.string(),
  dir: z.enum(["asc", "desc"]),
  side: z.enum(["after", "before", "end"]),
  value: z.optional(z.union([z.string(), z.number()])),
  id: z.optional(z.number().check(z.int())),
  at: z.nullable(z.number().check(z.int(), z.minimum(0))),
  rows: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(500))),
  more: z.boolean(),
});
type Place = z.infer<typeof Place>;

/**
 * Answers a DataTables request over a table of any size: besides the page it gives the places of the pages beside it, so
 * that a page costs the same wherever it is. Who counts rows instead (`start`) gets as far as they are counted.
 */
export async function keysetPage<Row extends { id: number }, Key extends string>(
  query: TableQuery,
  rules: KeysetRules<Row, Key>,
): Promise<Page<Row>> {
  const { key, dir } = sortOf(query, rules);
  const place = query.cursor ? placeOf(query.cursor, key, dir, rules.sortable[key]) : undefined;
  if (!place && query.start > mostCounted) {
    throw invalid("start", `Please go on with a cursor from row ${mostCounted} on`);
  }
  const backwards = place !== undefined && place.side !== "after";
  const size = place?.rows ?? query.length;
  const stretch: Stretch<Key> = {
    key,
    dir: backwards ? opposite[dir] : dir,
    after: place?.value !== undefined && place.id !== undefined ? { value: place.value, id: place.id } : undefined,
    skip: place ? 0 : query.start,
    limit: size + 1,
  };
  const { rows: read, counted } = await rules.read(stretch, place?.more ?? false);
  const goesOn = read.length > size;
  // Rows have gone meanwhile, and nothing or less than a page is left there: then it is the first page that is shown.
  if (place && (read.length === 0 || (place.side === "before" && !goesOn)))
    return keysetPage({ ...query, cursor: undefined, start: 0 }, rules);
  const rows = read.slice(0, size);
  if (backwards) rows.reverse();
  const { total, filtered, isMore } = counted;
  const at = place ? place.at : query.start;
  const [first, last] = [rows[0], rows.at(-1)];
  const cursor = (given: Pick<Place, "side" | "at" | "rows">, row?: Row) =>
    textOf({ key, dir, more: isMore, ...given, ...(row && { value: rules.valueOf(row, key), id: row.id }) });
  const hasNext = backwards ? place.side === "before" : goesOn;
  const hasPrevious = backwards ? goesOn : at !== 0;
  const lastRows = filtered % query.length || query.length;
  const cursors: Cursors = {
    start: at,
    previous: hasPrevious && first ? cursor({ side: "before", at: at && Math.max(0, at - query.length) }, first) : null,
    next: hasNext && last ? cursor({ side: "after", at: at === null ? null : at + rows.length }, last) : null,
    last: hasNext
      ? cursor(isMore ? { side: "end", at: null } : { side: "end", at: filtered - lastRows, rows: lastRows })
      : null,
  };
  return { rows, recordsTotal: total, recordsFiltered: filtered, recordsFilteredIsMore: isMore, cursors };
}

const opposite = { asc: "desc", desc: "asc" } as const;

function sortOf<Row, Key extends string>(query: TableQuery, { sortable, first }: KeysetRules<Row, Key>) {
  for (const { column, dir } of query.order) {
    const key = query.columns[column]?.data ?? "";
    if (Object.hasOwn(sortable, key)) return { key: key as Key, dir };
  }
  return first;
}

function textOf(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** A place says where to read on, never whose rows: whoever makes one up sees their own rows from there. */
function placeOf(cursor: string, key: string, dir: string, kind: "text" | "number"): Place {
  const place = z.safeParse(Place, jsonOf(cursor));
  if (!place.success || place.data.key !== key || place.data.dir !== dir || isBroken(place.data, kind)) {
    throw invalid("cursor", "This place in the table is not known. Please begin with the first page.");
  }
  return place.data;
}

function isBroken({ side, value, id }: Place, kind: "text" | "number"): boolean {
  if (side === "end") return value !== undefined || id !== undefined;
  const isRight =
    kind === "number" ? Number.isSafeInteger(value) : typeof value === "string" && !value.includes("\u0000");
  return !isRight || id === undefined;
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}
