import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { readInstants } from "#testing/meetings/readInstants.ts";
import { buildCalendar, type CalendarEntry } from "./buildCalendar.ts";

const entry = (start: string, zone: string, more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: "meeting-1-2@rooftop.test",
  sequence: 0,
  start: new Date(start),
  end: new Date(Date.parse(start) + 45 * 60_000),
  zone,
  stamp: new Date("2026-11-23T13:00:00Z"),
  summary: "Video meeting with Lopez; Sons, Inc.",
  description: "https://rooftop.test/j/a",
  location: "1 Main St, Springfield, NY",
  url: "https://rooftop.test/j/a",
  isCancelled: false,
  ...more,
});

/** What ical.js reads: the zones of the file, not those that this machine knows. */
function readByIcal(text: string): { start: string; end: string }[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((vevent) => {
    const event = new ICAL.Event(vevent);
    return { start: event.startDate.toJSDate().toISOString(), end: event.endDate.toJSDate().toISOString() };
  });
}

const zones = ["America/New_York", "America/Phoenix", "America/Los_Angeles", "Pacific/Honolulu", "America/St_Johns"];
const instants = [
  "2026-07-04T16:00:00Z",
  "2026-11-24T15:00:00Z",
  // Before and after the clocks change, in each of the zones.
  "2026-03-08T06:30:00Z",
  "2026-03-08T07:15:00Z",
  "2026-03-08T10:15:00Z",
  "2026-11-01T04:00:00Z",
  "2026-11-01T05:30:00Z",
  "2026-11-01T06:30:00Z",
  "2026-11-01T06:45:00Z",
  "2026-11-01T07:30:00Z",
  "2026-11-01T09:30:00Z",
  "2026-11-01T10:30:00Z",
  "2027-03-14T12:00:00Z",
];

describe.each(zones)("in %s", (zone) => {
  test.each(instants)("two parsers read %s back as that instant", (start) => {
    const text = buildCalendar("REQUEST", [entry(start, zone)]);
    const expected = {
      start: new Date(start).toISOString(),
      end: new Date(Date.parse(start) + 45 * 60_000).toISOString(),
    };
    expect(readByIcal(text)).toEqual([expected]);
    expect(readInstants(text)).toEqual([expected]);
  });
});

test("an invitation names its zone with its rules, and its time stamp is in UTC", () => {
  const text = buildCalendar("REQUEST", [
    entry("2026-11-24T15:00:00Z", "America/New_York", {
      attendee: "ana@example.com",
      organizer: { name: "Lopez", email: "mail@rooftop.test" },
    }),
  ]);
  expect(text).toContain("METHOD:REQUEST\r\n");
  expect(text).toContain("BEGIN:VTIMEZONE");
  expect(text).toContain("DTSTART;TZID=America/New_York:20261124T100000");
  expect(text).toMatch(/DTSTAMP:20261123T130000Z/);
  expect(text).toContain("UID:meeting-1-2@rooftop.test");
  expect(text).toContain("SEQUENCE:0");
  expect(text.replaceAll("\r\n ", "")).toContain("MAILTO:ana@example.com");
  expect(text).toContain("STATUS:CONFIRMED");
});

test("a cancellation is one", () => {
  const text = buildCalendar("CANCEL", [
    entry("2026-11-24T15:00:00Z", "America/New_York", { isCancelled: true, sequence: 3 }),
  ]);
  expect(text).toContain("METHOD:CANCEL");
  expect(text).toContain("STATUS:CANCELLED");
  expect(text).toContain("SEQUENCE:3");
});

test("no words of anybody become a line of the file", () => {
  const hostile = 'Tour\r\nEND:VEVENT\r\nBEGIN:VALARM;x="y",\\n\u0000';
  const text = buildCalendar("PUBLISH", [
    entry("2026-11-24T15:00:00Z", "America/New_York", { summary: hostile, location: hostile }),
  ]);
  expect(text.match(/^END:VEVENT/gm)).toHaveLength(1);
  expect(text).not.toMatch(/^BEGIN:VALARM/m);
  const [vevent] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  expect(String(vevent?.getFirstPropertyValue("summary"))).toContain("END:VEVENT");
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

test("an empty feed is a calendar, too", () => {
  expect(readByIcal(buildCalendar("PUBLISH", [], "Rooftop"))).toEqual([]);
});
