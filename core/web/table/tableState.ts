import type { TableQuery } from "#core/call.ts";
import { countText } from "#core/count.ts";

export const pageSizes = [10, 25, 50, 100] as const;

/** A table's state; kept in the address, so that it survives a reload and can be shared. */
export interface TableState {
  page: number;
  size: number;
  search: string;
  sort: Sort | undefined;
  /** The page's cursor, in a table too large for numbered pages. */
  cursor?: string | undefined;
}

export interface Sort {
  key: string;
  dir: "asc" | "desc";
}

/** What a table shows where the address says nothing. */
export interface FirstState {
  readonly firstSort?: Sort | undefined;
  readonly firstSize?: (typeof pageSizes)[number] | undefined;
}

/** Reads the table's state from the address's query: `?page=2&size=25&q=smith&sort=-created`. */
export function readTableState(
  query: URLSearchParams,
  sortable: readonly string[],
  first: FirstState = {},
): TableState {
  const page = Math.max(1, Math.floor(Number(query.get("page"))) || 1);
  const size = pageSizes.find((one) => String(one) === query.get("size")) ?? first.firstSize ?? pageSizes[0];
  const sort = query.get("sort") ?? "";
  const key = sort.replace(/^-/, "");
  const requested: Sort = { key, dir: sort.startsWith("-") ? "desc" : "asc" };
  return {
    page,
    size,
    search: query.get("q") ?? "",
    sort: sortable.includes(key) ? requested : first.firstSort,
    cursor: query.get("at") || undefined,
  };
}

/**
 * Writes changes into the address's query; the first page is omitted, other parameters stay. A cursor is valid for one order
 * and one search, so any other change removes it.
 */
export function writeTableState(query: URLSearchParams, change: Partial<TableState>): URLSearchParams {
  const next = new URLSearchParams(query);
  const set = (name: string, value: string | undefined) => (value ? next.set(name, value) : next.delete(name));
  if (change.page !== undefined) set("page", change.page > 1 ? String(change.page) : undefined);
  if (change.size !== undefined) set("size", String(change.size));
  if (change.search !== undefined) set("q", change.search);
  if (change.sort) set("sort", `${change.sort.dir === "desc" ? "-" : ""}${change.sort.key}`);
  set("at", change.cursor);
  return next;
}

/** The DataTables request for a state; `columns` are the column keys in screen order. */
export function tableQuery(state: TableState, columns: readonly string[]): Omit<TableQuery, "draw"> {
  const column = state.sort ? columns.indexOf(state.sort.key) : -1;
  return {
    ...(state.cursor ? { cursor: state.cursor } : {}),
    start: state.cursor ? 0 : (state.page - 1) * state.size,
    length: state.size,
    search: { value: state.search },
    order: state.sort && column >= 0 ? [{ column, dir: state.sort.dir }] : [],
    columns: columns.map((data) => ({ data })),
  };
}

/** How many of a table's records belong to each of its groups: `{ today: 21, later: 181 }`. */
export type RecordGroups = Readonly<Record<string, number>>;

/**
 * `Showing 11 to 20 of 240 records`, with groups `Showing 1 to 25 of 202 records (21 today, 181 later)`; `isMore`: more than
 * `total` exist, `start` null: the position is unknown.
 */
export function recordRangeText(
  start: number | null,
  shown: number,
  total: number,
  isMore = false,
  groups: RecordGroups = {},
): string {
  if (total === 0) return "No records available";
  const range = start === null ? countText(shown) : `${countText(start + 1)} to ${countText(start + shown)}`;
  const parts = Object.entries(groups).map(([name, count]) => `${countText(count)} ${name}`);
  const of = parts.length === 0 ? "" : ` (${parts.join(", ")})`;
  return `Showing ${range} of ${isMore ? "more than " : ""}${countText(total)} records${of}`;
}

/** Numbered pages reach as far as `start` does; beyond that, paging is step by step. */
export const maxNumberedRows = 10_000;
