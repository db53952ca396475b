import { describe, expect, test } from "vitest";
import type { Appointment } from "../contract.ts";
import { partsOf } from "./calendarEntries.ts";
import {
  closedShades,
  droppedAt,
  type HostPerson,
  hostColumns,
  offFrom,
  partOfDay,
  placeEntries,
} from "./hostColumns.ts";

const zone = "America/New_York";
const day = "2026-11-24";
let lastId = 0;
function appointment(datetime: string, more: Partial<Appointment> = {}): Appointment {
  lastId += 1;
  const { duration = 30 } = more;
  const ends_at = new Date(Date.parse(datetime) + duration * 60_000).toISOString();
  return { id: lastId, datetime, duration, ends_at, status: 0, host_id: null, host_name: "", ...more } as Appointment;
}
const placeOn = (shownDay: string, all: readonly Appointment[]) =>
  placeEntries(all.flatMap((one) => partsOf(one, zone)).filter(({ start }) => start.startsWith(shownDay)));
const people: HostPerson[] = [
  { id: 1, name: "Ana Diaz", name_initials: "AD" },
  { id: 2, name: "Bo Lee", name_initials: "BL" },
];
const hours = { opens: 540, closes: 1080 };
const columnsOf = (more: Partial<Parameters<typeof hostColumns>[0]> = {}) =>
  hostColumns({
    view: { appointments: [], hours: [hours], time_off: [] },
    people,
    busy: [],
    day,
    zone,
    host: "",
    most: 100,
    ...more,
  });

describe("an appointment's part of a day", () => {
  test.each([
    [day, "2026-11-24T15:00:00Z", 30, 600, 630],
    // Over midnight, on both days.
    [day, "2026-11-25T04:45:00Z", 60, 1410, 1440],
    ["2026-11-25", "2026-11-25T04:45:00Z", 60, 0, 45],
    // Shorter than can be read.
    [day, "2026-11-24T15:00:00Z", 5, 600, 630],
    // The clocks go back from 2 to 1 while it lasts; and it is in the hour that comes twice.
    ["2026-11-01", "2026-11-01T05:45:00Z", 30, 105, 135],
    ["2026-11-01", "2026-11-01T06:30:00Z", 30, 90, 120],
    // The clocks skip an hour while it lasts.
    ["2026-03-08", "2026-03-08T06:45:00Z", 30, 105, 195],
  ])("%s: %s for %i minutes", (shownDay, datetime, duration, from, to) => {
    expect(placeOn(shownDay, [appointment(datetime, { duration })])).toMatchObject([{ from, to }]);
  });
});

test("those at the same time stand beside each other, later ones fill up", () => {
  const placed = placeOn(day, [
    appointment("2026-11-24T15:00:00Z", { duration: 60 }),
    appointment("2026-11-24T15:15:00Z"),
    appointment("2026-11-24T15:45:00Z", { duration: 45 }),
    appointment("2026-11-24T16:30:00Z"),
  ]);
  expect(placed.map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
    [1, 2],
    [0, 1],
  ]);
  expect(placeEntries([])).toEqual([]);
});

describe("the columns", () => {
  test("are the team's, those of others who receive somebody, and nobody's", () => {
    const former = { host_id: 9, host_name: "Cy Roe" };
    const appointments = [
      appointment("2026-11-24T15:00:00Z", { host_id: 2 }),
      appointment("2026-11-24T16:00:00Z", former),
      appointment("2026-11-24T16:00:00Z"),
      appointment("2026-11-24T17:00:00Z", { status: 1 }),
    ];
    const columns = columnsOf({ view: { appointments, hours: [hours], time_off: [] } });
    expect(
      columns.map(({ host, person, count, placed }) => [host, person?.name_initials, count, placed.length]),
    ).toEqual([
      ["1", "AD", 0, 0],
      ["2", "BL", 1, 1],
      ["9", "CR", 1, 1],
      ["", undefined, 1, 2],
    ]);
    expect(columnsOf({ host: "2" }).map(({ host }) => host)).toEqual(["2"]);
  });

  test("have no more entries than there is room for, and none is lost", () => {
    const appointments = Array.from({ length: 300 }, (_, index) =>
      appointment(new Date(Date.parse("2026-11-24T14:00:00Z") + (index % 54) * 600_000).toISOString()),
    );
    const [, , unassigned] = columnsOf({ view: { appointments, hours: [hours], time_off: [] }, most: 60 });
    expect(unassigned?.placed.length).toBeLessThanOrEqual(20);
    expect(unassigned?.placed.reduce((sum, { entry }) => sum + (entry.more || 1), 0)).toBe(300);
  });

  test("are hatched while somebody is off or busy", () => {
    const off = {
      id: 5,
      user_id: 1,
      starts_at: "2026-11-24T21:00:00Z",
      ends_at: "2026-11-26T05:00:00Z",
      reason: "Trip",
    };
    const busy = [{ user_id: 2, starts_at: "2026-11-24T17:00:00Z", ends_at: "2026-11-24T18:00:00Z" }];
    const [ana, bo] = columnsOf({ view: { appointments: [], hours: [hours], time_off: [off] }, busy });
    expect(ana?.shades).toMatchObject([{ from: 960, to: 1440, kind: "off", reason: "Trip" }]);
    expect(bo?.shades).toMatchObject([{ from: 720, to: 780, kind: "busy" }]);
    expect(ana && offFrom(ana, hours)).toBe(960);
    expect(bo && offFrom(bo, hours)).toBeUndefined();
    const next = columnsOf({ view: { appointments: [], hours: [hours], time_off: [off] }, day: "2026-11-25" });
    expect(next[0] && offFrom(next[0], hours)).toBe("all");
  });
});

test("a span that ends with midnight has no part of the next day", () => {
  expect(partOfDay("2026-11-25", "2026-11-24T15:00:00Z", "2026-11-25T05:00:00Z", zone)).toBeUndefined();
  expect(partOfDay("2026-11-23", "2026-11-24T15:00:00Z", "2026-11-25T05:00:00Z", zone)).toBeUndefined();
});

test("what is outside of business hours is hatched, a closed day as a whole", () => {
  expect(closedShades(hours, 8, 18)).toMatchObject([{ from: 480, to: 540 }]);
  expect(closedShades(null, 9, 18)).toMatchObject([{ from: 540, to: 1080 }]);
});

test.each([
  [600, 22, 30, 615],
  [600, 23, 30, 630],
  [15, -60, 30, 0],
  [1380, 300, 30, 1410],
  [605, 0, 30, 605],
  [605, 12, 30, 615],
])("from %i by %i minutes", (from, by, length, to) => expect(droppedAt(from, by, length)).toBe(to));
