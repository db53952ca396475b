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
