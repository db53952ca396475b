import type pg from "pg";

/** All rows of all dealers, but for what is written about a request itself. */
export async function everything(pool: pg.Pool): Promise<Record<string, string[]>> {
  const tables = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('sessions', 'logins', 'rate_limits')`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}
