import { type SelectQueryBuilder, sql } from "kysely";
import type { TableQuery } from "#core/call.ts";
import type { Cursors } from "#core/envelope.ts";
import type { Db } from "./unitOfWork.ts";
import { isFoundIn } from "./wordSearch.ts";

/** One page of a table. */
export interface TablePage<Row> {
  readonly rows: readonly Row[];
  /** The number of rows before the search. */
  readonly recordsTotal: number;
  /** The number of rows that match the search. */
  readonly recordsFiltered: number;
  /** Only from tables that page by cursor: `keysetPage.ts`. */
  readonly recordsFilteredIsMore?: boolean;
  readonly cursors?: Cursors;
}

export interface TableRules<Row> {
  /** The columns that users may sort by. */
  readonly sortable: readonly (keyof Row & string)[];
  /** The text columns among them, sorted by name order regardless of case and accents. */
  readonly texts: readonly (keyof Row & string)[];
  /** The text columns that the search box covers. */
  readonly searchable: readonly (keyof Row & string)[];
  /** The default order, and the tie-breaker of a requested one: ends with a unique column. */
  readonly order: readonly (readonly [column: keyof Row & string, direction: "asc" | "desc"])[];
}

/**
 * Answers a DataTables request over any query whose columns carry their wire names. Columns that the rules don't name
 * are never sorted or searched, whatever the request says.
 */
export async function tablePage<Row extends object>(
  db: Db,
  rows: SelectQueryBuilder<never, never, Row>,
  query: TableQuery,
  rules: TableRules<Row>,
): Promise<TablePage<Row>> {
  const term = query.search.value.trim();
  const searched = rules.searchable.map((column) => sql.ref(column));
  const where = term ? sql`where ${isFoundIn(term, searched)}` : sql``;
  const page = sql<Row>`select * from (${rows}) as t ${where} order by ${ordering(query, rules)}
    limit ${query.length} offset ${query.start}`;
  const countQuery = term
    ? sql<RowCounts>`select count(*)::int as total, (count(*) filter (${where}))::int as filtered from (${rows}) as t`
    : sql<RowCounts>`select count(*)::int as total, count(*)::int as filtered from (${rows}) as t`;
  const result = await page.execute(db);
  const counts = (await countQuery.execute(db)).rows[0];
  return { rows: result.rows, recordsTotal: counts?.total ?? 0, recordsFiltered: counts?.filtered ?? 0 };
}

interface RowCounts {
  total: number;
  filtered: number;
}

function ordering<Row>(query: TableQuery, rules: TableRules<Row>) {
  const requested = query.order.flatMap(({ column, dir }) => {
    const name = query.columns[column]?.data as (keyof Row & string) | undefined;
    return name && rules.sortable.includes(name) ? [[name, dir] as const] : [];
  });
  const terms = [...requested, ...rules.order].map(([column, dir]) => {
    const value = rules.texts.includes(column) ? sql`${sql.ref(column)} collate "und-x-icu"` : sql.ref(column);
    return sql`${value} ${sql.raw(dir === "desc" ? "desc" : "asc")}`;
  });
  return sql.join(terms);
}
