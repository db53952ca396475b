import { describe, expect, test } from "vitest";
import type { Appointment } from "#domains/appointments/contract.ts";
import { localAfter, localOf, movedTo, timeBetween } from "./rules.ts";

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

const one = { id: 1, version: 2, host_id: 7, datetime: "2026-11-24T14:00:00.000Z" } as Appointment;
const other = { ...one, id: 2 };
const move = { appointment: one, starts: "2026-11-24T10:15", ends: "2026-11-24T11:00" };

test.each([
  ["stays with its host", undefined, 7],
  ["goes to another", "9", 9],
  ["has none any more", "", null],
])("a dropped one %s, and the others stay as they are", (_name, host, host_id) => {
  expect(movedTo([one, other], { ...move, host }, zone)).toEqual([
    { ...one, host_id, datetime: "2026-11-24T15:15:00.000Z", ends_at: "2026-11-24T16:00:00.000Z" },
    other,
  ]);
});

test("what was changed since shows the change", () => {
  const changed = { ...one, version: 3 };
  expect(movedTo([changed], { ...move, host: "9" }, zone)).toEqual([changed]);
});
