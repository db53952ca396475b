import { expect, test } from "vitest";
import { businessMinutesBefore, wallTime } from "./businessHours.ts";

const zone = "America/Los_Angeles";
const before = (instant: string, minutes: number) =>
  businessMinutesBefore(new Date(instant), minutes, zone).toLocaleString("sv-SE", { timeZone: zone });

test.each([
  ["within the day", "2026-06-10T18:00:00Z", 30, "2026-06-10 10:30:00"],
  ["over a night", "2026-06-10T18:00:00Z", 150, "2026-06-09 18:30:00"],
  ["at night, from the evening before", "2026-06-10T10:00:00Z", 5, "2026-06-09 18:55:00"],
  ["after closing time, from it", "2026-06-11T05:00:00Z", 5, "2026-06-10 18:55:00"],
  ["over several days", "2026-06-10T18:00:00Z", 1_320, "2026-06-08 09:00:00"],
  ["over the start of daylight saving time", "2026-03-09T17:00:00Z", 660, "2026-03-08 09:00:00"],
  ["over its end", "2026-11-02T18:00:00Z", 660, "2026-11-01 09:00:00"],
])("counts business minutes back %s", (_, instant, minutes, expected) => {
  expect(before(instant, minutes)).toBe(expected);
});

test("a wall time is a local time on the location's local day", () => {
  expect(wallTime(new Date("2026-06-11T05:00:00Z"), 1, "10:30", zone)).toEqual(new Date("2026-06-11T17:30:00Z"));
  expect(wallTime(new Date("2026-03-07T20:00:00Z"), 1, "9:00", zone)).toEqual(new Date("2026-03-08T16:00:00Z"));
});
