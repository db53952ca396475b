import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "./unit.ts";

/** What the columns hold; `null` may stand in any of them. */
export type Columns<Row> = { readonly [K in keyof Row]: "bigint" | "integer" | "text" | "boolean" };

/**
 * Rows that were put together from several answers, as a query: so that the table kernel pages, sorts and searches them as it does
 * those of a table. For few rows only.
 */
export function givenRows<Row extends object>(
  db: Db,
  rows: readonly Row[],
  columns: Columns<Row>,
): SelectQueryBuilder<never, never, Row> {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const shape = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name])}`));
  const given = sql<Row>`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (${shape}))`;
  return db.selectFrom(given.as("given")).selectAll() as unknown as SelectQueryBuilder<never, never, Row>;
}
