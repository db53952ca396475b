import { type RawBuilder, sql } from "kysely";
import type { TableQuery } from "#core/call.ts";
import { keysetPage, mostCounted, type Stretch } from "./keysetPage.ts";
import type { Page } from "./table.ts";
import type { Db } from "./unit.ts";

type Part = RawBuilder<unknown>;

/** A table of any size in the order of its rows' times, and of their ids among equal ones: an index on both. */
export interface TimedRows {
  /** The table with its name in the statement: `audit_log a`. */
  readonly from: Part;
  readonly at: Part;
  readonly id: Part;
  /** What holds for every row that is shown. */
  readonly where: Part;
}

/** Where a row stands; the microsecond its time, which a browser's numbers still hold. */
export interface Timed {
  readonly id: number;
  readonly at_us: number;
}

/** The columns of `Timed`. */
export function timedColumns({ at, id }: Pick<TimedRows, "at" | "id">) {
  return sql`${id} as id, (extract(epoch from ${at}) * 1000000)::bigint as at_us`;
}

/** What follows `where`: the rows of a stretch, in its order. */
export function inStretch({ at, id, where }: TimedRows, { dir, after, limit, skip }: Stretch<string>) {
  const way = sql.raw(dir);
  const moment = sql`(timestamptz 'epoch' + ${after?.value ?? 0}::bigint * interval '1 microsecond')`;
  const behind = after
    ? sql` and (${at}, ${id}) ${sql.raw(dir === "desc" ? "<" : ">")} (${moment}, ${after.id}::bigint)`
    : sql``;
  return sql`${where}${behind} order by ${at} ${way}, ${id} ${way} limit ${limit} offset ${skip}`;
}

/** How many rows there are, counted as far as tables are. */
export async function countedRows(db: Db, from: Part, where: Part): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from ${from} where ${where} limit ${mostCounted + 1}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}

interface NewestRules<Row extends Timed, Key extends string> {
  /** The name of the time's column on the wire, by which alone the table is sorted. */
  readonly key: Key;
  /** The rows of a stretch. */
  readonly read: (stretch: Stretch<Key>) => Promise<readonly Row[]>;
  /** How many rows search and filters leave; above `mostCounted`: more than that. */
  readonly count: () => Promise<number>;
}

/** Answers a DataTables request over rows of any number, newest first. */
export function newestPage<Row extends Timed, Key extends string>(
  query: TableQuery,
  { key, read, count }: NewestRules<Row, Key>,
): Promise<Page<Row>> {
  return keysetPage<Row, Key>(query, {
    sortable: { [key]: "number" } as Record<Key, "number">,
    first: { key, dir: "desc" },
    read: async (stretch, knowsMore) => {
      const rows = await read(stretch);
      const counted = knowsMore ? mostCounted + 1 : await count();
      const filtered = Math.min(counted, mostCounted);
      return { rows, counted: { total: filtered, filtered, isMore: counted > mostCounted } };
    },
    valueOf: (row) => row.at_us,
  });
}
