import { describe, expect, test } from "vitest";
import type { Meeting } from "../contract.ts";
import { droppedAt, minutesOn, placeMeetings, shownHours } from "./lanes.ts";

const zone = "America/New_York";
const meeting = (id: number, datetime: string, ends_at: string) => ({ id, datetime, ends_at }) as Meeting;

describe("a meeting's part of a day", () => {
  test.each([
    ["2026-11-24", "2026-11-24T15:00:00Z", "2026-11-24T15:30:00Z", 600, 630],
    // Over midnight, on both days.
    ["2026-11-24", "2026-11-25T04:45:00Z", "2026-11-25T05:45:00Z", 1410, 1440],
    ["2026-11-25", "2026-11-25T04:45:00Z", "2026-11-25T05:45:00Z", 0, 45],
    // Shorter than can be read.
    ["2026-11-24", "2026-11-24T15:00:00Z", "2026-11-24T15:05:00Z", 600, 630],
    // The clocks go back from 2 to 1 while it lasts; and it is in the hour that comes twice.
    ["2026-11-01", "2026-11-01T05:45:00Z", "2026-11-01T06:15:00Z", 105, 135],
    ["2026-11-01", "2026-11-01T06:30:00Z", "2026-11-01T07:00:00Z", 90, 120],
    // The clocks skip an hour while it lasts.
    ["2026-03-08", "2026-03-08T06:45:00Z", "2026-03-08T07:15:00Z", 105, 195],
  ])("%s: %s to %s", (day, datetime, ends_at, from, to) =>
    expect(minutesOn(day, { datetime, ends_at }, zone)).toEqual({ from, to }),
  );
});

test("meetings at the same time stand beside each other, later ones fill up", () => {
  const placed = placeMeetings(
    "2026-11-24",
    [
      meeting(1, "2026-11-24T15:00:00Z", "2026-11-24T16:00:00Z"),
      meeting(2, "2026-11-24T15:15:00Z", "2026-11-24T15:45:00Z"),
      meeting(3, "2026-11-24T15:45:00Z", "2026-11-24T16:30:00Z"),
      meeting(4, "2026-11-24T16:30:00Z", "2026-11-24T17:00:00Z"),
    ],
    zone,
  );
  expect(placed.map(({ meeting: { id }, lane, lanes }) => [id, lane, lanes])).toEqual([
    [1, 0, 2],
    [2, 1, 2],
    [3, 1, 2],
    [4, 0, 1],
  ]);
  expect(placeMeetings("2026-11-24", [], zone)).toEqual([]);
});

test("the timetable grows with what is outside of business hours", () => {
  const hours = { opens: 540, closes: 1080 };
  expect(shownHours(hours, [])).toEqual({ first: 9, last: 18 });
  expect(
    shownHours(hours, [
      { from: 405, to: 435 },
      { from: 1410, to: 1440 },
    ]),
  ).toEqual({ first: 6, last: 24 });
  expect(shownHours(null, [])).toEqual({ first: 8, last: 12 });
});

test.each([
  [600, 22, 30, 615],
  [600, 23, 30, 630],
  [15, -60, 30, 0],
  [1380, 300, 30, 1410],
  [605, 0, 30, 600],
])("from %i by %i minutes", (from, by, length, to) => expect(droppedAt(from, by, length)).toBe(to));
