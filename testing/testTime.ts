import pg, { type Pool } from "pg";
import type { FakeClock } from "#ports/clock/fakeClock.ts";

/**
 * When the clock of an application under test starts: today at 18:00 UTC, the middle of the day everywhere in the US.
 * The date is today's, because Postgres compares with its own clock; the hour is set, because "today", quiet hours
 * and business hours would make a test pass or fail by the hour that it runs at.
 */
export function testStart(): Date {
  const start = new Date();
  start.setUTCHours(18, 0, 0, 0);
  return start;
}

/**
 * Has a template's Postgres stamp rows within the hour after `testStart`, in order: a day of its own time fits into that
 * hour. Otherwise a row that it stamps after midnight is of yesterday for the app under test.
 */
export async function stampByTestTime(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create function test_now() returns timestamptz language sql stable return
      date_trunc('day', now(), 'UTC') + interval '18 hours' + (now() - date_trunc('day', now(), 'UTC')) / 24`);
    const { rows } = await client.query<{ change: string }>(`
      select format('alter table %I.%I alter %I set default public.test_now()', table_schema, table_name, column_name) as change
      from information_schema.columns
      where table_schema = 'public' and column_default in ('now()', 'clock_timestamp()') and table_name <> 'socket_io_attachments'`);
    for (const { change } of rows) await client.query(change);
  } finally {
    await client.end();
  }
}

/** Sets a clock to the time by which Postgres stamps rows; never back. */
export async function followPostgres({ clock, pool }: { readonly clock: FakeClock; readonly pool: Pool }) {
  const { rows } = await pool.query<{ at: Date }>("select test_now() as at");
  clock.set(new Date(Math.max(Number(rows[0]?.at), clock.now().getTime()) + 5));
}
