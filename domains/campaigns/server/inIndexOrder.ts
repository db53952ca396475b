import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

/**
 * Runs a statement that reads an index in its order, unsorted, and stops early. Where Postgres expects few rows, because it counted them
 * before the campaign was there, it would rather read the whole campaign, and sort it: for each thousand texts anew.
 */
export async function inIndexOrder<T>(db: Db, read: () => Promise<T>): Promise<T> {
  const [, result] = await Promise.all([allowSorting(db, "off"), read(), allowSorting(db, "on")]);
  return result;
}

/** For what comes next in the transaction. */
const allowSorting = (db: Db, isAllowed: "on" | "off") =>
  sql`select set_config('enable_sort', ${isAllowed}, true)`.execute(db);
