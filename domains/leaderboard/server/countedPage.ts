import type { SelectQueryBuilder } from "kysely";
import type { TableQuery } from "#core/call.ts";
import { type TablePage, tablePage } from "#core/server/table.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { CountedRow } from "../contract.ts";

type StoredCountedRow = Omit<CountedRow, "at"> & { at: Date };

/** A page of the rows that a number counts, newest first. */
export async function countedPage<Row extends StoredCountedRow>(
  db: Db,
  rows: SelectQueryBuilder<never, never, Row>,
  query: TableQuery,
): Promise<TablePage<Row>> {
  return tablePage(db, rows, query, {
    sortable: ["at", "customer_name", "what", "who", "status", "seconds"],
    texts: ["customer_name", "what", "who"],
    searchable: ["customer_name", "what", "who"],
    order: [
      ["at", "desc"],
      ["id", "desc"],
    ],
  });
}
