import { expect, test } from "vitest";
import { dayName, shortTime, waitText } from "./chatTime.ts";

const zone = "America/Los_Angeles";
/** A Wednesday, 1:30 AM in Los Angeles. */
const now = new Date("2026-03-11T08:30:00Z");

test.each([
  ["2026-03-11T08:05:00Z", "1:05 AM"],
  ["2026-03-11T06:59:00Z", "Yesterday"],
  ["2026-03-06T20:00:00Z", "Fri"],
  ["2026-03-04T20:00:00Z", "Mar 4"],
  ["2025-12-31T20:00:00Z", "12/31/25"],
])("a row shows %s as %s, by the location's days", (instant, expected) => {
  expect(shortTime(instant, zone, now)).toBe(expected);
});

test("the browser's clock may be behind the server's", () => {
  expect(shortTime("2026-03-11T08:31:00Z", zone, now)).toBe("1:31 AM");
});

test.each([
  ["2026-03-11T08:05:00Z", "Waiting since 1:05 AM"],
  ["2026-03-11T06:59:00Z", "Waiting since yesterday"],
  ["2026-03-06T20:00:00Z", "Waiting since Fri"],
])("a wait since %s reads %s", (instant, expected) => {
  expect(waitText(instant, zone, now)).toBe(expected);
});

test.each([
  ["2026-03-11T08:05:00Z", "Today"],
  ["2026-03-10T08:05:00Z", "Yesterday"],
  ["2026-03-06T20:00:00Z", "Friday, March 6"],
  ["2025-12-31T20:00:00Z", "Wednesday, December 31, 2025"],
])("the messages of %s have the heading %s", (instant, expected) => {
  expect(dayName(instant, zone, now)).toBe(expected);
});

test("the same instant is another day in another time zone", () => {
  expect(shortTime("2026-03-11T06:59:00Z", "America/New_York", now)).toBe("2:59 AM");
});
