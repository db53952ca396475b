import type pg from "pg";

/** Every row of every table, by table, except the tables that each request writes to. */
export async function dumpAllRows(pool: pg.Pool): Promise<Record<string, string[]>> {
  const tables = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'
       and tablename not in ('sessions', 'logins', 'rate_limits')`,
  );
  const rowsByTable: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    rowsByTable[name] = rows.map(({ row }) => row);
  }
  return rowsByTable;
}
