import type pg from "pg";

type LoggedRow = Record<string, unknown>;

/** What has been written to the database since the last `forget`. */
export interface RowChanges {
  /** Rows that are new or have new values, and those that are gone or had other values; each with its table. */
  read(): Promise<{ added: LoggedRow[]; removed: LoggedRow[] }>;
  forget(): Promise<void>;
}

/**
 * Logs every row that is written from now on, by a trigger on each table except the rate limits. What is written and
 * taken back cancels out. The time of a session's last use is left out, because each request sets it.
 */
export async function watchRows(pool: pg.Pool): Promise<RowChanges> {
  await pool.query(`
    create schema watch;
    create unlogged table watch.changes (name text, change int, content jsonb);
    create function watch.note() returns trigger language plpgsql security definer as $$ begin
      if tg_op <> 'INSERT' then insert into watch.changes values (tg_table_name, -1, to_jsonb(old) - 'last_used_at'); end if;
      if tg_op <> 'DELETE' then insert into watch.changes values (tg_table_name, 1, to_jsonb(new) - 'last_used_at'); end if;
      return null;
    end $$;
    do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'rate_limits' loop
        execute format('create trigger watched after insert or update or delete on %I for each row execute function watch.note()', name);
      end loop;
    end $$`);
  return {
    async read() {
      const { rows } = await pool.query<{ name: string; content: LoggedRow; change: number }>(
        `select name, content, sum(change)::int as change from watch.changes
         group by name, content having sum(change) <> 0 order by name, content::text`,
      );
      const named = (isAdded: boolean) =>
        rows.flatMap(({ name, content, change }) => (change > 0 === isAdded ? [{ table: name, ...content }] : []));
      return { added: named(true), removed: named(false) };
    },
    async forget() {
      await pool.query("truncate watch.changes");
    },
  };
}

export const noChanges = { added: [], removed: [] };
