import { expect, test } from "vitest";
import { nextTime } from "./schedules.ts";

test.each([
  ["* * * * *", "2026-11-01T08:59:59.999Z", "2026-11-01T09:00:00.000Z"],
  ["* * * * *", "2026-11-01T09:00:00.000Z", "2026-11-01T09:01:00.000Z"],
  ["*/5 * * * *", "2026-11-01T09:01:00.000Z", "2026-11-01T09:05:00.000Z"],
  ["23 * * * *", "2026-11-01T09:23:00.001Z", "2026-11-01T10:23:00.000Z"],
  ["17 3 * * *", "2026-12-31T03:17:00.000Z", "2027-01-01T03:17:00.000Z"],
  // Clocks go back in New York and forward in London; here they never do.
  ["30 6 * * *", "2026-11-01T05:59:00.000Z", "2026-11-01T06:30:00.000Z"],
  ["30 1 * * *", "2026-03-29T00:59:00.000Z", "2026-03-29T01:30:00.000Z"],
])("%s after %s is %s", (cron, after, next) => {
  expect(nextTime(cron, new Date(after)).toISOString()).toBe(next);
});
