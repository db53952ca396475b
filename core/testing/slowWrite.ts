import type pg from "pg";

/** Writes on a connection of its own, and commits when it is told to: whoever wants to write the same waits until then. */
export async function writeSlowly(pool: pg.Pool, statement: string, values: unknown[]): Promise<() => Promise<void>> {
  const other = await pool.connect();
  await other.query("begin");
  await other.query(statement, values);
  return async () => {
    await other.query("commit");
    other.release();
  };
}

/** Resolves once a statement that begins so waits for another transaction. */
export async function untilWaits(pool: pg.Pool, statement: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1",
      [`%${statement}%`],
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
