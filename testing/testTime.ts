import type { Pool } from "pg";
import type { FakeClock } from "#ports/clock/fakeClock.ts";

/**
 * When the clock of an application under test starts: today at 18:00 UTC, the middle of the day everywhere in the US.
 * The date is today's, because Postgres stamps rows by its own clock; the hour is set, because "today", quiet hours
 * and business hours would make a test pass or fail by the hour that it runs at.
 */
export function testStart(): Date {
  const start = new Date();
  start.setUTCHours(18, 0, 0, 0);
  return start;
}

/** Sets a clock to Postgres's time, for tests of rows that Postgres stamps; never back. */
export async function followPostgres({ clock, pool }: { readonly clock: FakeClock; readonly pool: Pool }) {
  const { rows } = await pool.query<{ at: Date }>("select clock_timestamp() as at");
  clock.set(new Date(Math.max(Number(rows[0]?.at), clock.now().getTime()) + 5));
}
