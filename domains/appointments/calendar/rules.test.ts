import { describe, expect, test } from "vitest";
import { defaultHours } from "#domains/locations/hours/rules.ts";
import { hoursOn, localAfter, localOf, timeBetween, warningsFor } from "./rules.ts";

const zone = "America/New_York";
const elsewhere = new Date("2026-01-01T12:00:00Z");

describe("the time between two local times", () => {
  test.each([
    ["in winter", "2026-11-24T09:00", "2026-11-24T09:30", "2026-11-24T14:00:00.000Z", 30],
    ["in summer", "2026-07-06T09:00", "2026-07-06T10:15", "2026-07-06T13:00:00.000Z", 75],
    ["over midnight", "2026-11-24T22:00", "2026-11-25T06:00", "2026-11-25T03:00:00.000Z", 480],
    ["over the night on which clocks go back", "2026-10-31T22:00", "2026-11-01T06:00", "2026-11-01T02:00:00.000Z", 540],
    [
      "over the night on which clocks go forward",
      "2026-03-07T22:00",
      "2026-03-08T06:00",
      "2026-03-08T03:00:00.000Z",
      420,
    ],
    ["from an hour that is repeated", "2026-11-01T01:30", "2026-11-01T02:00", "2026-11-01T05:30:00.000Z", 30],
    ["within an hour that is repeated", "2026-11-01T01:15", "2026-11-01T01:45", "2026-11-01T05:15:00.000Z", 30],
    ["up to an hour that is skipped", "2026-03-08T01:30", "2026-03-08T02:30", "2026-03-08T06:30:00.000Z", 60],
    ["up to the end of a skipped hour", "2026-03-08T01:30", "2026-03-08T03:00", "2026-03-08T06:30:00.000Z", 30],
  ])("%s", (_name, starts, ends, instant, duration) => {
    expect(timeBetween(starts, ends, zone, elsewhere)).toEqual({ datetime: new Date(instant), duration });
  });

  test("stays where it is to the second, in the second pass of an hour too", () => {
    const now = new Date("2026-11-01T06:30:12Z");
    expect(timeBetween("2026-11-01T01:30", "2026-11-01T02:15", zone, now)).toEqual({ datetime: now, duration: 45 });
  });

  test.each([
    ["2026-03-08T02:30", "2026-03-08T03:30", "skipped"],
    ["2026-11-24T09:00", "2026-11-24T09:00", "order"],
    ["2026-11-24T09:00", "2026-11-24T08:45", "order"],
  ])("from %s to %s is refused: %s", (starts, ends, problem) => {
    expect(timeBetween(starts, ends, zone, elsewhere)).toEqual({ problem });
  });
});

test("local times are read off the location's clock, and go on over midnight", () => {
  expect(localOf("2026-11-24T14:05:59Z", zone)).toBe("2026-11-24T09:05");
  expect(localAfter("2026-11-24T23:45", 30)).toBe("2026-11-25T00:15");
});

test("a day's hours are the week's, unless that day is closed", () => {
  expect(hoursOn(defaultHours, "2026-11-24")).toEqual({ opens: 540, closes: 1080 });
  expect(hoursOn(defaultHours, "2026-11-22")).toBeNull();
  expect(hoursOn({ ...defaultHours, closed: ["2026-11-24"] }, "2026-11-24")).toBeNull();
});

describe("warnings", () => {
  const quiet = { zone, hours: defaultHours, others: [] };
  const at = (day: string, from: string, to: string) => ({
    datetime: new Date(`${day}T${from}:00-05:00`),
    ends_at: new Date(`${day}T${to}:00-05:00`),
  });
  const outside = { doubt: "hours", text: "This is outside business hours (9:00 AM to 6:00 PM)." };

  test.each([
    ["at the first minute", at("2026-11-24", "09:00", "09:30"), []],
    ["to the last minute", at("2026-11-24", "17:30", "18:00"), []],
    ["before opening", at("2026-11-24", "08:45", "09:15"), [outside]],
    ["past closing", at("2026-11-24", "17:45", "18:15"), [outside]],
    [
      "on a closed day",
      at("2026-11-22", "10:00", "10:30"),
      [{ doubt: "closed", text: "This location is closed that day." }],
    ],
    [
      "into the next day",
      { ...at("2026-11-24", "17:30", "18:00"), ends_at: new Date("2026-11-25T15:00:00Z") },
      [outside],
    ],
  ])("%s", (_name, time, warnings) => {
    expect(warningsFor({ ...quiet, ...time })).toEqual(warnings);
  });

  test("name the customer's other appointment", () => {
    const others = [{ title: "Service", datetime: new Date("2026-11-24T15:00:00Z"), customer_name: "Amy Pond" }];
    const time = at("2026-11-24", "10:00", "10:30");
    expect(warningsFor({ ...quiet, ...time, others }).map(({ text }) => text)).toEqual([
      "Amy Pond has “Service” at 10:00 AM.",
    ]);
  });
});
