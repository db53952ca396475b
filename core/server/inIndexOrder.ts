import { sql } from "kysely";
import type { Db } from "./unitOfWork.ts";

/**
 * Runs a statement that reads an index in its order, unsorted, and stops early. Where Postgres expects few rows, because it
 * counted them before a campaign or an import added theirs, it would rather read all of them, and sort.
 */
export async function inIndexOrder<T>(db: Db, read: () => Promise<T>): Promise<T> {
  const [, result] = await Promise.all([allowSorting(db, "off"), read(), allowSorting(db, "on")]);
  return result;
}

/** For what comes next in the transaction. */
const allowSorting = (db: Db, isAllowed: "on" | "off") =>
  sql`select set_config('enable_sort', ${sql.lit(isAllowed)}, true)`.execute(db);
