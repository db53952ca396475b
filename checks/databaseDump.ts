import type pg from "pg";

/** Every row of every table as JSON, by table. */
export type DatabaseDump = Record<string, readonly string[]>;

/** Dumps all tables except the rate limits. The time of a session's last use is left out, because each request sets it. */
export async function dumpAllRows(pool: pg.Pool): Promise<DatabaseDump> {
  const tables = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'rate_limits'",
  );
  const selects = tables.rows.map(
    ({ name }) => `select '${name}' as name, (to_jsonb(t) - 'last_used_at')::text as row from ${name} t`,
  );
  const { rows } = await pool.query<{ name: string; row: string }>(`${selects.join(" union all ")} order by 1, 2`);
  const byTable = Map.groupBy(rows, ({ name }) => name);
  return Object.fromEntries([...byTable].map(([name, group]) => [name, group.map(({ row }) => row)]));
}

/** The rows that are new or different in `after`, parsed. */
export function changedRows(before: DatabaseDump, after: DatabaseDump): Record<string, unknown>[] {
  return Object.entries(after).flatMap(([name, rows]) => {
    const known = new Set(before[name]);
    return rows.filter((row) => !known.has(row)).map((row) => JSON.parse(row) as Record<string, unknown>);
  });
}
