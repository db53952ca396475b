import * as z from "zod/mini";
import type { TableQuery } from "#core/call.ts";
import type { Cursors } from "#core/envelope.ts";
import { invalidField } from "#core/failure.ts";
import type { TablePage } from "./table.ts";

/** Counting and offset paging (`start`) stop at this many rows. */
export const maxCountedRows = 10_000;

/** The page sizes of the screens, plus one row to see whether there are more. */
export const usualPageLimits: readonly number[] = [11, 26, 51, 101];

/** A range of rows ordered by a key and then by id, both in the same direction. */
export interface KeysetRange<Key extends string> {
  readonly key: Key;
  readonly dir: "asc" | "desc";
  /** The row after which the range starts. */
  readonly after: { readonly value: string | number; readonly id: number } | undefined;
  /** How many rows to skip first. */
  readonly skip: number;
  readonly limit: number;
}

export interface RowCount {
  readonly total: number;
  /** Rows that match search and filters; `maxCountedRows` when there are more. */
  readonly filtered: number;
  readonly isMore: boolean;
}

export interface KeysetRules<Row, Key extends string> {
  /** The sortable columns and their types. Each needs an index that ends with it and the id, or a documented reason. */
  readonly sortable: Readonly<Record<Key, "text" | "number">>;
  /** The order of a request that names none. */
  readonly defaultOrder: { readonly key: Key; readonly dir: "asc" | "desc" };
  /** `knowsMore`: an earlier page already exceeded the count limit, so counting again is unnecessary. */
  readonly read: (range: KeysetRange<Key>, knowsMore: boolean) => Promise<{ rows: readonly Row[]; counted: RowCount }>;
  /** The value that the row is ordered by, unformatted. */
  readonly valueOf: (row: Row, key: Key) => string | number;
}

/** A cursor: after a row, before one, or at the end. `at` is the index of the page's first row, if known. */
const CursorPosition = z.object({
  key: z.string(),
  dir: z.enum(["asc", "desc"]),
  side: z.enum(["after", "before", "end"]),
  value: z.optional(z.union([z.string(), z.number()])),
  id: z.optional(z.number().check(z.int())),
  at: z.nullable(z.number().check(z.int(), z.minimum(0))),
  rows: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(500))),
  more: z.boolean(),
});
type CursorPosition = z.infer<typeof CursorPosition>;

/**
 * Answers a DataTables request over a table of any size: cursors to the neighboring pages make every page cost the
 * same. Offset paging (`start`) reaches as far as rows are counted.
 */
export async function keysetPage<Row extends { id: number }, Key extends string>(
  query: TableQuery,
  rules: KeysetRules<Row, Key>,
): Promise<TablePage<Row>> {
  const { key, dir } = sortOf(query, rules);
  const position = query.cursor ? parseCursor(query.cursor, key, dir, rules.sortable[key]) : undefined;
  if (!position && query.start > maxCountedRows) {
    throw invalidField("start", `Continue with a cursor from row ${maxCountedRows} on`);
  }
  const backwards = position !== undefined && position.side !== "after";
  const size = position?.rows ?? query.length;
  const range: KeysetRange<Key> = {
    key,
    dir: backwards ? opposite[dir] : dir,
    after:
      position?.value !== undefined && position.id !== undefined
        ? { value: position.value, id: position.id }
        : undefined,
    skip: position ? 0 : query.start,
    limit: size + 1,
  };
  const { rows: read, counted } = await rules.read(range, position?.more ?? false);
  const hasMore = read.length > size;
  // Rows were deleted meanwhile and less than a page remains there: return the first page.
  if (position && (read.length === 0 || (position.side === "before" && !hasMore)))
    return keysetPage({ ...query, cursor: undefined, start: 0 }, rules);
  const rows = read.slice(0, size);
  if (backwards) rows.reverse();
  const { total, filtered, isMore } = counted;
  const start = position ? position.at : query.start;
  const [first, last] = [rows[0], rows.at(-1)];
  const cursor = (target: Pick<CursorPosition, "side" | "at" | "rows">, row?: Row) =>
    encodeCursor({ key, dir, more: isMore, ...target, ...(row && { value: rules.valueOf(row, key), id: row.id }) });
  const hasNext = backwards ? position.side === "before" : hasMore;
  const hasPrevious = backwards ? hasMore : start !== 0;
  const lastRows = filtered % query.length || query.length;
  const cursors: Cursors = {
    start,
    previous:
      hasPrevious && first ? cursor({ side: "before", at: start && Math.max(0, start - query.length) }, first) : null,
    next: hasNext && last ? cursor({ side: "after", at: start === null ? null : start + rows.length }, last) : null,
    last: hasNext
      ? cursor(isMore ? { side: "end", at: null } : { side: "end", at: filtered - lastRows, rows: lastRows })
      : null,
  };
  return { rows, recordsTotal: total, recordsFiltered: filtered, recordsFilteredIsMore: isMore, cursors };
}

const opposite = { asc: "desc", desc: "asc" } as const;

function sortOf<Row, Key extends string>(query: TableQuery, { sortable, defaultOrder }: KeysetRules<Row, Key>) {
  for (const { column, dir } of query.order) {
    const key = query.columns[column]?.data ?? "";
    if (Object.hasOwn(sortable, key)) return { key: key as Key, dir };
  }
  return defaultOrder;
}

function encodeCursor(position: CursorPosition): string {
  return Buffer.from(JSON.stringify(position)).toString("base64url");
}

/** A cursor is a position, never an authorization: a forged one only reads the sender's own rows. */
function parseCursor(cursor: string, key: string, dir: string, kind: "text" | "number"): CursorPosition {
  const position = z.safeParse(CursorPosition, decodeJson(cursor));
  if (!position.success || position.data.key !== key || position.data.dir !== dir || isInvalid(position.data, kind)) {
    throw invalidField("cursor", "These results have changed. Go back to the first page.");
  }
  return position.data;
}

function isInvalid({ side, value, id }: CursorPosition, kind: "text" | "number"): boolean {
  if (side === "end") return value !== undefined || id !== undefined;
  const isRight =
    kind === "number" ? Number.isSafeInteger(value) : typeof value === "string" && !value.includes("\u0000");
  return !isRight || id === undefined;
}

function decodeJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}
