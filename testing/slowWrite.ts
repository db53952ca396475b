import type pg from "pg";

/**
 * Writes on a separate connection and commits when the returned function is called; competing writes block until then.
 */
export async function writeInOpenTransaction(
  pool: pg.Pool,
  statement: string,
  values: unknown[],
): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query("begin");
  await client.query(statement, values);
  return async () => {
    await client.query("commit");
    client.release();
  };
}

/** Resolves once a statement containing this text is blocked by another transaction. */
export async function untilBlocked(pool: pg.Pool, statement: string): Promise<void> {
  for (;;) {
    const { rows } = await pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ilike $1",
      [`%${statement}%`],
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
