import { describe, expect, test } from "vitest";
import type { Appointment } from "../contract.ts";
import { entriesOf, partsOf, shownHours, weekOf } from "./calendarEntries.ts";

const zone = "America/New_York";
let lastId = 0;
function appointment(datetime: string, duration = 30): Appointment {
  lastId += 1;
  const ends_at = new Date(Date.parse(datetime) + duration * 60_000).toISOString();
  return { id: lastId, datetime, duration, ends_at } as Appointment;
}
const shown = (one: Appointment) => partsOf(one, zone).map(({ start, end, isPart }) => [start, end, isPart]);

describe("the parts of an appointment", () => {
  test.each([
    ["within a day", "2026-11-24T14:15:00Z", 45, [["2026-11-24T09:15", "2026-11-24T10:00", false]]],
    ["up to midnight", "2026-11-25T04:00:00Z", 60, [["2026-11-24T23:00", "2026-11-24T23:59", false]]],
    [
      "over midnight",
      "2026-11-25T04:00:00Z",
      120,
      [
        ["2026-11-24T23:00", "2026-11-24T23:59", true],
        ["2026-11-25T00:00", "2026-11-25T01:00", true],
      ],
    ],
    ["over the hour that is repeated", "2026-11-01T05:30:00Z", 60, [["2026-11-01T01:30", "2026-11-01T02:30", false]]],
    ["over the hour that is skipped", "2026-03-08T06:30:00Z", 60, [["2026-03-08T01:30", "2026-03-08T03:30", false]]],
  ])("%s", (_name, datetime, duration, parts) => {
    expect(shown(appointment(datetime, duration))).toEqual(parts);
  });
});

describe("the entries", () => {
  const week = weekOf("2026-11-24");

  test("are the days' only, one by one as long as there is room", () => {
    const inside = appointment("2026-11-24T14:00:00Z");
    const outside = appointment("2026-11-29T14:00:00Z");
    expect(entriesOf([inside, outside], zone, week, 10).map((one) => one.appointment?.id)).toEqual([inside.id]);
  });

  test("of a thousand a week are few, and none is lost", () => {
    const many = Array.from({ length: 1_000 }, (_, index) =>
      appointment(
        new Date(Date.parse("2026-11-23T14:00:00Z") + (index % 5) * 86_400_000 + (index % 54) * 600_000).toISOString(),
      ),
    );
    const entries = entriesOf(many, zone, week, 150);
    expect(entries.length).toBeLessThanOrEqual(150);
    expect(entries.reduce((sum, { more }) => sum + (more || 1), 0)).toBe(1_000);
  });
});

test("the grid has business hours, and grows with what is outside of them", () => {
  const hours = [null, { opens: 540, closes: 1080 }];
  expect(shownHours([], hours)).toEqual({ first: 9, last: 18 });
  expect(shownHours([], [null])).toEqual({ first: 9, last: 18 });
  const early = partsOf(appointment("2026-11-24T12:45:00Z"), zone);
  const late = partsOf(appointment("2026-11-25T04:00:00Z", 60), zone);
  expect(shownHours([...early, ...late], hours)).toEqual({ first: 7, last: 24 });
});

test("a week is from Sunday to Saturday", () => {
  expect(weekOf("2026-11-24")).toEqual(expect.arrayContaining(["2026-11-22", "2026-11-28"]));
  expect(weekOf("2026-11-22")[0]).toBe("2026-11-22");
  expect(weekOf("2027-01-01")).toHaveLength(7);
});
