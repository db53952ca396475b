import { sql } from "kysely";
import type { TableQuery } from "#core/call.ts";
import { type KeysetRange, usualPageLimits } from "./keysetPage.ts";
import { preparedStatement, unpreparedStatement } from "./preparedStatement.ts";
import type { SqlFragment } from "./sqlFragment.ts";
import {
  rangeClause,
  type TimeOrderedRow,
  type TimeOrderedRules,
  type TimeOrderedTable,
  timeOrderColumns,
  timeOrderedPage,
} from "./timeOrderedPage.ts";
import type { Db } from "./unitOfWork.ts";

/** Counting a log stops earlier than counting a table: nobody needs it exactly, and a search asks row by row. */
export const maxCountedLogRows = 1_000;

/** Answers a DataTables request over a log whose rows `countPositions` counts. */
export const logPage = <Row extends TimeOrderedRow, Key extends string>(
  query: TableQuery,
  rules: Omit<TimeOrderedRules<Row, Key>, "countedRows">,
) => timeOrderedPage(query, { ...rules, countedRows: maxCountedLogRows });

/** Where rows of a log are: in one part of an index, or in several that are merged. */
export interface LogIndex extends TimeOrderedTable {
  /** Parts of the index, each of which has the order that is asked for: `unnest(…) as kind (type)`. Without: one. */
  readonly parts?: SqlFragment;
  /** One plan fits all values: the index gives the order, whatever they are. */
  readonly isPlannedOnce: boolean;
}

/**
 * Has the transaction's statements planned along indexes. A plan for a small table, or by statistics that are old, may read
 * all of it, and is kept while the table grows. A search by trigrams comes before.
 */
export async function planAlongIndexes(db: Db): Promise<void> {
  await sql`${preparedStatement}
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`.execute(db);
}

/** The positions of a range, in its order. A part gives no more than a page, so it costs the same however long it is. */
export async function readPositions(
  db: Db,
  { parts, isPlannedOnce, ...table }: LogIndex,
  range: KeysetRange<string>,
): Promise<TimeOrderedRow[]> {
  const direction = sql.raw(range.dir);
  const part = { ...range, skip: 0, limit: range.limit + range.skip };
  const isUsual = isPlannedOnce && range.skip === 0 && usualPageLimits.includes(range.limit);
  const { rows } = await sql<TimeOrderedRow>`${isUsual ? preparedStatement : unpreparedStatement}
    select held.id, held.at_us from ${parts ?? sql`(select) as whole`} cross join lateral (
      select ${timeOrderColumns(table)} from ${table.from} where ${rangeClause(table, part)}) as held
    order by held.at_us ${direction}, held.id ${direction} limit ${sql.lit(range.limit)} offset ${sql.lit(range.skip)}`.execute(
    db,
  );
  return rows;
}

/** Counts rows, up to the limit that logs count to; in their order, which keeps the planner from reading all of them. */
export async function countPositions(db: Db, { parts, isPlannedOnce, from, at, id, where }: LogIndex): Promise<number> {
  const most = sql.lit(maxCountedLogRows + 1);
  const { rows } = await sql<{ count: number }>`${isPlannedOnce ? preparedStatement : unpreparedStatement}
    select count(*)::int as count from (select from ${parts ?? sql`(select) as whole`} cross join lateral (
      select from ${from} where ${where} order by ${at} desc, ${id} desc limit ${most}) as held limit ${most}) as counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}
