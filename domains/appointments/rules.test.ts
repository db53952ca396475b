import { TZDate } from "@date-fns/tz";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppointmentDraft, AppointmentEdit, appointmentStatuses, dayHalves, hours, minutes } from "./contract.ts";
import {
  boundsOfDay,
  changesBetween,
  customTimeOf,
  dayOf,
  instantOf,
  isNowBetween,
  needsOutcome,
  nextFree,
  nextHour,
  otherStatuses,
  searchedDay,
  spanOf,
  statusNames,
} from "./rules.ts";

const now = new Date("2026-05-04T15:07:42.123Z");
const newYork = "America/New_York";
const phoenix = "America/Phoenix";

function draft(appointment_date: string, time: string, more: object = {}): AppointmentDraft {
  const [customTimeHours, customTimeMinutes, customTimeAmPm] = time.split(/[: ]/);
  const chosen = { timeType: "custom", appointment_date, customTimeHours, customTimeMinutes, customTimeAmPm };
  return AppointmentDraft.parse({ title: "Test drive", customer_id: 7, ...chosen, ...more });
}

describe("now", () => {
  const at = (day: string, zone = newYork, instant = now) =>
    instantOf(draft(day, "09:00 AM", { timeType: "now" }), instant, zone)?.toISOString();

  test("is the time of saving, whatever else is filled in", () => {
    for (const day of ["", "2026-05-04"]) expect(at(day)).toBe(now.toISOString());
  });

  test.each([
    ["another day keeps that day, at the present wall time", "2026-05-01", "2026-05-01T15:07:00.000Z"],
    ["in winter, too", "2026-12-01", "2026-12-01T16:07:00.000Z"],
    ["and years ago", "2020-05-04", "2020-05-04T15:07:00.000Z"],
  ])("%s", (_name, day, instant) => {
    expect(at(day)).toBe(instant);
  });

  test("is today's date on the location's clocks, not in UTC", () => {
    const evening = new Date("2026-05-05T02:30:00Z");
    expect(at("2026-05-04", newYork, evening)).toBe(evening.toISOString());
    expect(at("2026-05-05", newYork, evening)).toBe("2026-05-06T02:30:00.000Z");
  });

  test("may be skipped by the clocks of that day", () => {
    expect(at("2026-03-08", newYork, new Date("2026-05-04T06:30:00Z"))).toBeUndefined();
  });
});

describe("a custom time is a wall time of the location", () => {
  test.each([
    ["midnight", "2026-05-04", "12:00 AM", newYork, "2026-05-04T04:00:00Z"],
    ["the first hour", "2026-05-04", "12:45 AM", newYork, "2026-05-04T04:45:00Z"],
    ["noon", "2026-05-04", "12:00 PM", newYork, "2026-05-04T16:00:00Z"],
    ["the evening, next day in UTC", "2026-05-04", "11:45 PM", newYork, "2026-05-05T03:45:00Z"],
    ["winter", "2026-01-15", "09:30 AM", newYork, "2026-01-15T14:30:00Z"],
    ["a zone without daylight saving", "2026-07-15", "09:30 AM", phoenix, "2026-07-15T16:30:00Z"],
    ["a zone of half hours", "2026-07-15", "09:30 AM", "Asia/Kolkata", "2026-07-15T04:00:00Z"],
    ["the first day", "1997-01-01", "12:00 AM", newYork, "1997-01-01T05:00:00Z"],
    ["the last day", "2030-12-31", "11:45 PM", newYork, "2031-01-01T04:45:00Z"],
    ["before the clocks go forward", "2026-03-08", "01:45 AM", newYork, "2026-03-08T06:45:00Z"],
    ["after the clocks went forward", "2026-03-08", "03:00 AM", newYork, "2026-03-08T07:00:00Z"],
    ["the hour that comes twice: its first time", "2026-11-01", "01:30 AM", newYork, "2026-11-01T05:30:00Z"],
    ["after the hour that came twice", "2026-11-01", "02:00 AM", newYork, "2026-11-01T07:00:00Z"],
  ])("%s", (_name, day, time, zone, instant) => {
    expect(instantOf(draft(day, time), now, zone)).toEqual(new Date(instant));
  });

  test.each([
    ["2026-03-08", "02:00 AM", newYork],
    ["2026-03-08", "02:45 AM", newYork],
    ["2026-03-29", "01:30 AM", "Europe/London"],
  ])("%s %s is skipped by the clocks of %s", (day, time, zone) => {
    expect(instantOf(draft(day, time), now, zone)).toBeUndefined();
  });

  const day = fc
    .date({ min: new Date("1997-01-01"), max: new Date("2030-12-31"), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const zone = fc.constantFrom(newYork, phoenix, "America/Los_Angeles", "America/St_Johns", "Pacific/Honolulu");

  test("the instant shows the chosen time on the zone's clock", () => {
    const time = fc.tuple(fc.constantFrom(...hours), fc.constantFrom(...minutes), fc.constantFrom(...dayHalves));
    fc.assert(
      fc.property(day, time, zone, (date, [hour, minute, half], where) => {
        const instant = instantOf(draft(date, `${hour}:${minute} ${half}`), now, where);
        if (!instant) return half === "AM" && Number(hour) % 12 <= 3;
        const clock = new TZDate(instant, where);
        const shown = clock.toISOString().slice(0, 16);
        const hour24 = (Number(hour) % 12) + (half === "PM" ? 12 : 0);
        return shown === `${date}T${String(hour24).padStart(2, "0")}:${minute}`;
      }),
    );
  });
});

test.each([
  ["2026-05-04T15:07:42Z", newYork, "2026-05-04", "12:00 PM"],
  ["2026-05-04T15:00:00Z", newYork, "2026-05-04", "12:00 PM"],
  ["2026-05-05T03:59:59Z", newYork, "2026-05-05", "12:00 AM"],
  ["2026-05-05T03:59:59Z", "America/Los_Angeles", "2026-05-04", "09:00 PM"],
])("at %s in %s a new draft suggests %s %s", (instant, zone, day, time) => {
  const { title: _title, customer_id: _customer, type: _type, notes: _notes, ...when } = draft(day, time);
  expect({ timeType: "custom", ...nextHour(new Date(instant), zone) }).toEqual(when);
});

describe("an invalid draft gets a message", () => {
  const dayText = "Select a day from January 1, 1997 to December 31, 2030";
  const validDraft = {
    title: "Test drive",
    type: "0",
    customer_id: "7",
    timeType: "custom",
    appointment_date: "2026-05-04",
    customTimeHours: "09",
    customTimeMinutes: "15",
    customTimeAmPm: "AM",
    notes: "",
  };
  test.each([
    ["title", "  ", "Title is required"],
    ["type", "2", "Select In-Person or Virtual"],
    ["customer_id", "", "Please select a customer"],
    ["customer_id", "0", "Please select a customer"],
    ["timeType", "later", "Select Now or Custom"],
    ["appointment_date", "", dayText],
    ["appointment_date", "1996-12-31", dayText],
    ["appointment_date", "2031-01-01", dayText],
    ["appointment_date", "2026-02-30", dayText],
    ["appointment_date", "2026-2-3", dayText],
    ["appointment_date", "tomorrow", dayText],
    ["customTimeHours", "", "Select an hour from 01 to 12"],
    ["customTimeHours", "13", "Select an hour from 01 to 12"],
    ["customTimeHours", "0", "Select an hour from 01 to 12"],
    ["customTimeMinutes", "", "Select 00, 15, 30 or 45 minutes"],
    ["customTimeMinutes", "20", "Select 00, 15, 30 or 45 minutes"],
    ["customTimeAmPm", "", "Select AM or PM"],
    ["customTimeAmPm", "noon", "Select AM or PM"],
    ["notes", "x".repeat(2_001), "Use at most 2,000 characters"],
  ])("%s: %j", (field, value, text) => {
    const outcome = AppointmentDraft.safeParse({ ...validDraft, [field]: value });
    expect(outcome.error?.issues.map(({ path, message }) => [path.join(), message])).toEqual([[field, text]]);
  });

  test("numbers are parsed from text, and lower case is accepted", () => {
    const read = AppointmentDraft.parse({
      ...validDraft,
      customTimeHours: "9",
      customTimeMinutes: 0,
      customTimeAmPm: "am",
    });
    expect(read).toMatchObject({ type: 0, customer_id: 7, customTimeHours: "09", customTimeMinutes: "00" });
    expect(read.customTimeAmPm).toBe("AM");
  });

  test.each([
    [
      { appointment_date: "2027-03-01", customTimeHours: "10", customTimeMinutes: "30", customTimeAmPm: "AM" },
      "custom",
    ],
    [{ appointment_date: "2027-03-01" }, "now"],
  ])("%j without a timeType means %s", (time, timeType) => {
    const read = AppointmentDraft.parse({ title: "Trade-in", customer_id: 7, ...time });
    expect(read).toMatchObject({ ...time, timeType });
  });

  test.each([
    [{ appointment_date: "2027-03-01" }, "customTimeHours"],
    [{ customTimeHours: "10" }, "appointment_date"],
  ])("an edit to %j without a timeType asks for %s", (time, field) => {
    const edit = AppointmentEdit.safeParse({ title: "Trade-in", customer_id: 7, version: 1, ...time });
    expect(edit.error?.issues[0]?.path).toEqual([field]);
  });

  test("an edit keeps what it leaves out", () => {
    const read = AppointmentEdit.parse({ title: "Trade-in", customer_id: 7, version: 1 });
    expect([read.timeType, read.type, read.notes]).toEqual(["keep", undefined, undefined]);
  });

  test("only title and customer are required: in person, now", () => {
    const read = AppointmentDraft.parse({ title: "Trade-in", customer_id: 7 });
    expect(read).toMatchObject({ type: 0, timeType: "now", notes: "" });
  });
});

test("an appointment can move to every status but its own", () => {
  expect(appointmentStatuses.map(otherStatuses)).toEqual([
    [1, 2],
    [0, 2],
    [0, 1],
  ]);
  expect(otherStatuses(0).map((status) => statusNames[status])).toEqual(["Completed", "No Show"]);
});

test.each([
  ["2026-05-04T04:00:00Z", newYork, "2026-05-04", "12:00 AM"],
  ["2026-05-04T16:07:00Z", newYork, "2026-05-04", "12:07 PM"],
  ["2026-11-01T05:30:00Z", newYork, "2026-11-01", "01:30 AM"],
  ["2026-11-01T06:30:00Z", newYork, "2026-11-01", "01:30 AM"],
  ["2026-03-08T07:00:00Z", newYork, "2026-03-08", "03:00 AM"],
])("%s is in %s the wall time %s %s", (instant, zone, appointment_date, time) => {
  const [customTimeHours, customTimeMinutes, customTimeAmPm] = time.split(/[: ]/);
  const wall = { appointment_date, customTimeHours, customTimeMinutes, customTimeAmPm };
  expect(customTimeOf(new Date(instant), zone)).toEqual(wall);
  expect(dayOf(new Date(instant), zone)).toBe(appointment_date);
});

describe("days and periods are the location's", () => {
  test.each([
    ["a usual day", "2026-05-04", newYork, "2026-05-04T04:00:00Z", "2026-05-05T04:00:00Z"],
    ["of 23 hours", "2026-03-08", newYork, "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"],
    ["of 25 hours", "2026-11-01", newYork, "2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z"],
    ["the last of a year", "2026-12-31", phoenix, "2026-12-31T07:00:00Z", "2027-01-01T07:00:00Z"],
    ["one whose midnight is skipped", "2026-09-06", "America/Santiago", "2026-09-06T04:00:00Z", "2026-09-07T03:00:00Z"],
  ])("%s", (_name, day, zone, start, end) => {
    expect(boundsOfDay(day, zone)).toEqual({ start: new Date(start), end: new Date(end) });
  });

  test.each([
    ["coming", { from: "2026-05-04T04:00:00Z" }],
    ["today", { from: "2026-05-04T04:00:00Z", before: "2026-05-05T04:00:00Z" }],
    ["upcoming", { from: "2026-05-05T04:00:00Z" }],
    ["past", { before: "2026-05-04T04:00:00Z" }],
  ] as const)("%s", (period, span) => {
    const expected = Object.fromEntries(Object.entries(span).map(([name, at]) => [name, new Date(at)]));
    expect(spanOf(period, now, newYork)).toEqual(expected);
  });
});

test.each([
  [0, "2026-05-04T15:07:42.123Z", true],
  [0, "2026-05-04T15:07:42.124Z", false],
  [1, "2026-05-04T15:00:00Z", false],
  [2, "2026-05-04T15:00:00Z", false],
] as const)("status %s at %s needs an outcome: %s", (status, datetime, expected) => {
  expect(needsOutcome({ status, datetime }, now)).toBe(expected);
});

test.each([
  ["today", "2026-05-04"],
  [" Tomorrow ", "2026-05-05"],
  ["yesterday", "2026-05-03"],
  ["2026-11-21", "2026-11-21"],
  ["2026-2-3", "2026-02-03"],
  ["11/21/2025", "2025-11-21"],
  ["11/21/25", "2025-11-21"],
  ["5/6", "2026-05-06"],
  ["12/31", "2025-12-31"],
  ["Oct 3", "2026-10-03"],
  ["november 21, 2025", "2025-11-21"],
  ["Feb. 1", "2026-02-01"],
  ["Feb 29", undefined],
  ["2026-02-30", undefined],
  ["13/1", undefined],
  ["May", undefined],
  ["Maria 4", undefined],
  ["4", undefined],
  ["constructor", undefined],
  ["", undefined],
])("a search for %j means the day %s", (text, day) => {
  expect(searchedDay(text, "2026-05-04")).toBe(day);
});

test.each([
  ["over and to come", "2026-05-04T14:00:00Z", "2026-05-04T16:00:00Z", true],
  ["just now and to come", "2026-05-04T15:07:00Z", "2026-05-04T15:08:00Z", true],
  ["over today and tomorrow", "2026-05-04T14:00:00Z", "2026-05-05T14:00:00Z", true],
  ["both over", "2026-05-04T13:00:00Z", "2026-05-04T14:00:00Z", false],
  ["both to come", "2026-05-04T16:00:00Z", "2026-05-04T17:00:00Z", false],
  ["over yesterday and to come", "2026-05-04T03:59:00Z", "2026-05-04T16:00:00Z", false],
  ["nothing and to come", undefined, "2026-05-04T16:00:00Z", false],
  ["backward", "2026-05-04T16:00:00Z", "2026-05-04T14:00:00Z", false],
])("the line of now between %s", (_name, before, datetime, isBetween) => {
  const previous = before === undefined ? undefined : { datetime: before };
  expect(isNowBetween(previous, { datetime }, now, newYork)).toBe(isBetween);
});

test("an edit's audit entry has values before and after, and of texts only that they changed", () => {
  const host = { duration: 30, host_id: null, place: "" };
  const before = { title: "Visit", notes: "", type: 0, customer_id: 7, datetime: now, ...host };
  expect(changesBetween(before, { ...before, datetime: new Date(now) })).toEqual({});
  const datetime = new Date("2026-05-05T15:00:00Z");
  expect(changesBetween(before, { ...before, title: "Drive", notes: "Red", type: 1, datetime, host_id: 4 })).toEqual({
    title: true,
    notes: true,
    type_from: 0,
    type_to: 1,
    datetime_from: "2026-05-04T15:07:42.123Z",
    datetime_to: "2026-05-05T15:00:00.000Z",
    host_id_from: null,
    host_id_to: 4,
  });
});

const at = (clock: string) => `2026-11-24T${clock}:00.000Z`;
const walkInAt = new Date(at("10:32"));
const until = new Date(at("18:00"));
const people = [
  { id: 1, user_type: "dealer" },
  { id: 2, user_type: "agent" },
  { id: 3, user_type: "agent" },
];
const held = (host_id: number, from: string, to: string, status = 0) => ({
  host_id,
  status,
  datetime: at(from),
  ends_at: at(to),
});
const off = (user_id: number, from: string, to: string) => ({ user_id, starts_at: at(from), ends_at: at(to) });
const ask = (appointments: ReturnType<typeof held>[], away: ReturnType<typeof off>[] = []) => {
  const found = nextFree({ people, appointments, away, now: walkInAt, minutes: 30, until });
  return found && [found.person.id, found.at.toISOString().slice(11, 16), found.isNow];
};

describe("who is free next", () => {
  test.each([
    ["whoever has least, the owner last", [held(2, "14:00", "15:00")], [], [3, "10:32", true]],
    ["what is over takes no time", [held(2, "10:00", "11:00", 1), held(3, "10:00", "11:00")], [], [2, "10:32", true]],
    [
      "not for long enough",
      [held(2, "11:00", "11:30"), held(3, "10:45", "11:15")],
      [off(1, "09:00", "12:00")],
      [3, "11:15", false],
    ],
    [
      "at the next quarter",
      [held(2, "10:00", "10:50"), held(3, "10:00", "11:30")],
      [off(1, "09:00", "18:00")],
      [2, "11:00", false],
    ],
    [
      "between two",
      [held(2, "10:30", "11:00"), held(2, "11:15", "12:00")],
      [off(1, "09:00", "18:00"), off(3, "09:00", "18:00")],
      [2, "12:00", false],
    ],
    [
      "nobody before closing",
      [],
      [off(1, "09:00", "17:45"), off(2, "09:00", "20:00"), off(3, "10:40", "17:31")],
      undefined,
    ],
  ] as const)("%s", (_name, appointments, away, expected) => {
    expect(ask([...appointments], [...away])).toEqual(expected);
  });

  test("without a team nobody is", () => {
    expect(nextFree({ people: [], appointments: [], away: [], now: walkInAt, minutes: 30, until })).toBeUndefined();
  });
});
