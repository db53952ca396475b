import { expect, test } from "vitest";
import { formatInstant } from "#core/web/time/useTime.ts";
import { savedTime } from "./savedTime.ts";

const inZone = (zone: string) => ({
  date: (instant: string | Date) => formatInstant(instant, "date", zone),
  time: (instant: string | Date) => formatInstant(instant, "time", zone),
  dateTime: (instant: string | Date) => formatInstant(instant, "dateTime", zone),
});

test.each([
  ["America/Los_Angeles", "2026-11-24T17:41:00Z", "9:41 AM"],
  // The day before in UTC, but not at the location.
  ["America/Los_Angeles", "2026-11-24T08:30:00Z", "12:30 AM"],
  ["America/Los_Angeles", "2026-11-24T07:30:00Z", "Nov 23, 2026, 11:30 PM"],
  ["America/New_York", "2026-11-24T07:30:00Z", "2:30 AM"],
])("in %s, %s is %s", (zone, savedAt, expected) => {
  expect(savedTime(savedAt, inZone(zone), new Date("2026-11-25T04:00:00Z"))).toBe(expected);
});
