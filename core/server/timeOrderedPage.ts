import { sql } from "kysely";
import type { TableQuery } from "#core/call.ts";
import { type KeysetRange, keysetPage, maxCountedRows } from "./keysetPage.ts";
import type { SqlFragment } from "./sqlFragment.ts";
import type { TablePage } from "./table.ts";
import type { Db } from "./unitOfWork.ts";

/** A table of any size ordered by a time and then by id; needs an index on both. */
export interface TimeOrderedTable {
  /** The table and its alias in the statement: `audit_log a`. */
  readonly from: SqlFragment;
  readonly at: SqlFragment;
  readonly id: SqlFragment;
  /** The condition that every shown row meets. */
  readonly where: SqlFragment;
}

/** A row's position. Its time is in microseconds, which still fit a JavaScript number. */
export interface TimeOrderedRow {
  readonly id: number;
  readonly at_us: number;
}

/** The columns of `TimeOrderedRow`. */
export function timeOrderColumns({ at, id }: Pick<TimeOrderedTable, "at" | "id">) {
  return sql`${id} as id, (extract(epoch from ${at}) * 1000000)::bigint as at_us`;
}

/** The SQL after `where`: the rows of a range, in its order. */
export function rangeClause({ at, id, where }: TimeOrderedTable, { dir, after, limit, skip }: KeysetRange<string>) {
  const direction = sql.raw(dir);
  const instant = sql`(timestamptz 'epoch' + ${after?.value ?? 0}::bigint * interval '1 microsecond')`;
  const afterRow = after
    ? sql` and (${at}, ${id}) ${sql.raw(dir === "desc" ? "<" : ">")} (${instant}, ${after.id}::bigint)`
    : sql``;
  return sql`${where}${afterRow} order by ${at} ${direction}, ${id} ${direction} limit ${sql.lit(limit)} offset ${sql.lit(skip)}`;
}

/** Counts rows, up to the limit that tables count to. */
export async function countRowsCapped(db: Db, from: SqlFragment, where: SqlFragment): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from ${from} where ${where} limit ${maxCountedRows + 1}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface TimeOrderedRules<Row extends TimeOrderedRow, Key extends string> {
  /** The time column's wire name, the only sortable one. */
  readonly key: Key;
  /** Reads the rows of a range. */
  readonly read: (range: KeysetRange<Key>) => Promise<readonly Row[]>;
  /** How many rows match search and filters; above `countedRows`: more than that. */
  readonly count: () => Promise<number>;
  /** Where counting stops; without: `maxCountedRows`. */
  readonly countedRows?: number;
}

/** Answers a DataTables request over any number of rows, newest first. */
export function timeOrderedPage<Row extends TimeOrderedRow, Key extends string>(
  query: TableQuery,
  { key, read, count, countedRows = maxCountedRows }: TimeOrderedRules<Row, Key>,
): Promise<TablePage<Row>> {
  return keysetPage<Row, Key>(query, {
    sortable: { [key]: "number" } as Record<Key, "number">,
    defaultOrder: { key, dir: "desc" },
    read: async (range, knowsMore) => {
      // Independent statements are pipelined.
      const [rows, counted] = await Promise.all([read(range), knowsMore ? countedRows + 1 : count()]);
      const filtered = Math.min(counted, countedRows);
      return { rows, counted: { total: filtered, filtered, isMore: counted > countedRows } };
    },
    valueOf: (row) => row.at_us,
  });
}
