import { sql } from "kysely";
import type { Db } from "./unitOfWork.ts";

/**
 * Waits for the advisory lock with this name, and holds it until the transaction ends: for a count, or the absence of a
 * row, that must still hold when a row is added. Names are the database's own, so they say what and whose.
 */
export async function lockByName(db: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db);
}

/** The same without waiting. @returns false when another transaction holds it. */
export async function tryLockByName(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(db);
  return rows[0]?.locked ?? false;
}
