import { expect, test } from "vitest";
import { snoozeTimes } from "./snoozeTimes.ts";

const zone = "America/Los_Angeles";
const timesAt = (now: string) =>
  Object.fromEntries(snoozeTimes(new Date(now), zone).map(({ name, at }) => [name, at.toISOString()]));

test("later today, tomorrow and next Monday at 8 AM, by the location's clocks", () => {
  // Wednesday, 10:07 AM in Los Angeles.
  expect(timesAt("2026-11-18T18:07:00Z")).toEqual({
    "Later today": "2026-11-18T21:15:00.000Z",
    Tomorrow: "2026-11-19T16:00:00.000Z",
    "Next week": "2026-11-23T16:00:00.000Z",
  });
});

test("late in the evening nothing is later today", () => {
  // Wednesday, 9:30 PM in Los Angeles, Thursday in London.
  expect(timesAt("2026-11-19T05:30:00Z")).toEqual({
    Tomorrow: "2026-11-19T16:00:00.000Z",
    "Next week": "2026-11-23T16:00:00.000Z",
  });
});

test("8 AM stays 8 AM when the clocks change, and on a Sunday next week is not tomorrow", () => {
  // Saturday before the clocks go back.
  expect(timesAt("2026-10-31T19:00:00Z")).toMatchObject({ Tomorrow: "2026-11-01T16:00:00.000Z" });
  // Sunday.
  expect(timesAt("2026-11-22T19:00:00Z")).toMatchObject({
    Tomorrow: "2026-11-23T16:00:00.000Z",
    "Next week": "2026-11-30T16:00:00.000Z",
  });
});
