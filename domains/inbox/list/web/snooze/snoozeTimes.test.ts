import { describe, expect, test } from "vitest";
import { formatInstant } from "#core/web/time/useTime.ts";
import { openingName, snoozeLabel, snoozeTimes } from "./snoozeTimes.ts";

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

describe("the next open day", () => {
  // Wednesday, 10:07 AM in Los Angeles.
  const now = new Date("2026-11-18T18:07:00Z");
  const time = {
    zone,
    time: (at: string | Date) => formatInstant(at, "time", zone),
    day: (at: string | Date) => formatInstant(at, "day", zone),
  };
  test.each([
    ["2026-11-19T16:30:00Z", "Tomorrow, 8:30 AM"],
    ["2026-11-23T17:00:00Z", "Monday, 9:00 AM"],
    ["2026-11-24T17:00:00Z", "Tuesday, 9:00 AM"],
    ["2026-11-25T17:00:00Z", "Wednesday, November 25, 9:00 AM"],
  ])("at %s is called %s", (opens_at, name) => {
    const tomorrow = snoozeTimes(now, zone, opens_at).find((one) => one.name === "Tomorrow");
    expect(tomorrow?.at).toEqual(new Date(opens_at));
    expect(openingName(new Date(opens_at), now, time)).toBe(name);
  });

  test("is listed like the other times, a comma before the time", () => {
    const labels = snoozeTimes(now, zone, "2026-11-19T16:30:00Z").map((one) => snoozeLabel(one, now, time));
    expect(labels).toEqual(["Later today, 1:15 PM", "Tomorrow, 8:30 AM", "Next week, Mon 8:00 AM"]);
  });

  test("is offered once when it is next Monday", () => {
    expect(snoozeTimes(now, zone, "2026-11-23T17:00:00Z").map(({ name }) => name)).toEqual(["Later today", "Tomorrow"]);
  });

  test.each([null, undefined, "2026-11-18T17:00:00Z"])("that isn't known (%s) is 8 AM tomorrow", (opens_at) => {
    const tomorrow = snoozeTimes(now, zone, opens_at).find((one) => one.name === "Tomorrow");
    expect(tomorrow?.at).toEqual(new Date("2026-11-19T16:00:00Z"));
  });
});
