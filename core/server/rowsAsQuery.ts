import { type SelectQueryBuilder, sql } from "kysely";
import type { Db } from "./unitOfWork.ts";

/** The SQL type of each column; any of them may be `null`. */
export type ColumnTypes<Row> = { readonly [K in keyof Row]: "bigint" | "integer" | "float8" | "text" | "boolean" };

/**
 * Turns in-memory rows into a query, so that the table kernel pages, sorts and searches them like a table. For few rows
 * only.
 */
export function rowsAsQuery<Row extends object>(
  db: Db,
  rows: readonly Row[],
  columns: ColumnTypes<Row>,
): SelectQueryBuilder<never, never, Row> {
  const names = Object.keys(columns) as (keyof Row & string)[];
  const shape = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name])}`));
  const source = sql<Row>`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as source (${shape}))`;
  return db.selectFrom(source.as("given")).selectAll() as unknown as SelectQueryBuilder<never, never, Row>;
}
