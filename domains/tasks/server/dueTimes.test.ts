import { expect, test } from "vitest";
import { defaultHours, type Hours } from "#domains/locations/hours/rules.ts";
import { confirmationTimes, dueAfter, formatInZone } from "./dueTimes.ts";

const zone = "America/New_York";
const local = (hours: Hours) => ({ hours, time_zone: zone });
const usual = local(defaultHours);
const never = local({ week: Array.from({ length: 7 }, () => null), closed: [] });

test.each([
  ["on a Wednesday, it is Tuesday's business", "2026-11-18T20:00:00Z", "2026-11-17T14:00:00Z", "2026-11-17T23:00:00Z"],
  ["on a Monday, it is Saturday's", "2026-11-23T20:00:00Z", "2026-11-21T14:00:00Z", "2026-11-21T23:00:00Z"],
  [
    "a minute after midnight is a day of its own",
    "2026-11-19T05:01:00Z",
    "2026-11-18T14:00:00Z",
    "2026-11-18T23:00:00Z",
  ],
  [
    "after the clocks went back, by the zone's time then",
    "2026-11-02T15:00:00Z",
    "2026-10-31T13:00:00Z",
    "2026-10-31T22:00:00Z",
  ],
  ["after they went forward", "2026-03-09T14:00:00Z", "2026-03-07T14:00:00Z", "2026-03-07T23:00:00Z"],
])("an appointment %s", (_, at, from, until) => {
  expect(confirmationTimes(usual, new Date(at))).toEqual({ from: new Date(from), until: new Date(until) });
});

test("skips closed days; a location that never opens asks all of the day before", () => {
  const holiday = local({ ...defaultHours, closed: ["2026-11-17"] });
  const wednesday = new Date("2026-11-18T20:00:00Z");
  expect(confirmationTimes(holiday, wednesday).from).toEqual(new Date("2026-11-16T14:00:00Z"));
  expect(confirmationTimes(never, wednesday)).toEqual({
    from: new Date("2026-11-17T05:00:00Z"),
    until: new Date("2026-11-18T05:00:00Z"),
  });
});

test("a day open around the clock is one span, also across a clock change", () => {
  const always = local({ week: Array.from({ length: 7 }, () => ({ opens: 0, closes: 1440 })), closed: ["2026-10-31"] });
  const { from, until } = confirmationTimes(always, new Date("2026-11-02T15:00:00Z"));
  expect([from, until]).toEqual([new Date("2026-11-01T04:00:00Z"), new Date("2026-11-02T05:00:00Z")]);
});

test("due times count business hours only; without any, a day", () => {
  const friday = new Date("2026-11-20T22:45:00Z");
  expect(dueAfter(usual, friday, 1800)).toEqual(new Date("2026-11-21T14:15:00Z"));
  expect(dueAfter(never, friday, 1800)).toEqual(new Date("2026-11-21T22:45:00Z"));
});

test("formats a time in the location's zone", () => {
  expect(formatInZone(new Date("2026-11-22T20:00:00Z"), zone)).toBe("Sun, Nov 22, 3:00 PM");
});
