import { expect, test } from "vitest";
import { toDateTimeField } from "#core/web/time/wallTime.ts";
import { suggestedTimes } from "./sendTimes.ts";

const zone = "America/Los_Angeles";

const suggested = (now: string) =>
  suggestedTimes(new Date(now), zone).map(({ name, at }) => `${name}: ${toDateTimeField(at, zone)}`);

test("the suggested times follow the location's day", () => {
  // A Saturday morning.
  expect(suggested("2026-11-21T18:12:30Z")).toEqual([
    "In an hour: 2026-11-21T11:13",
    "This afternoon: 2026-11-21T17:00",
    "Tomorrow: 2026-11-22T09:00",
    "Monday: 2026-11-23T09:00",
  ]);
});

test("an afternoon that is too near and a Monday that is tomorrow are not suggested", () => {
  // Sunday, 11 PM there, Monday in UTC.
  expect(suggested("2026-11-23T07:00:00Z")).toEqual(["In an hour: 2026-11-23T00:00", "Tomorrow: 2026-11-23T09:00"]);
  // Monday, 9 AM: the next Monday is in a week.
  expect(suggested("2026-11-23T17:00:00Z").at(-1)).toBe("Monday: 2026-11-30T09:00");
});
