import { expect, test } from "vitest";
import { timeAgo } from "#core/timeAgo.ts";
import { formatInstant } from "./useTime.ts";

const instant = "2026-07-04T02:30:00.000Z";

test("an instant is shown in the location's zone, daylight saving included", () => {
  expect(formatInstant(instant, "dateTime", "America/Los_Angeles")).toBe("Jul 3, 2026, 7:30 PM");
  expect(formatInstant(instant, "dateTime", "America/New_York")).toBe("Jul 3, 2026, 10:30 PM");
  expect(formatInstant("2026-12-04T02:30:00.000Z", "time", "America/Los_Angeles")).toBe("6:30 PM");
  expect(formatInstant(instant, "day", "America/Phoenix")).toBe("Friday, July 3");
});

const minute = 60_000;

test.each([
  [0, "now"],
  [59_000, "now"],
  [minute, "1m"],
  [59 * minute, "59m"],
  [60 * minute, "1h"],
  [23.9 * 60 * minute, "23h"],
  [24 * 60 * minute, "1d"],
  [7 * 24 * 60 * minute, "1w"],
  [364 * 24 * 60 * minute, "52w"],
  [365 * 24 * 60 * minute, "1y"],
  [-5 * minute, "now"],
])("%d ms ago is %s", (passed, said) => {
  expect(timeAgo(instant, Date.parse(instant) + passed)).toBe(said);
});
