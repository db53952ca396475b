import { describe, expect, test } from "vitest";
import { busySpans } from "./busySpans.ts";
import { parseCalendar } from "./parseCalendar.ts";

const window = {
  from: new Date("2026-10-25T00:00:00Z"),
  before: new Date("2026-11-20T00:00:00Z"),
  zone: "America/New_York",
};

const calendarOf = (...lines: string[]) => ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR"].join("\r\n");
const event = (...lines: string[]) => ["BEGIN:VEVENT", "UID:1", ...lines, "END:VEVENT"];
const spans = (...lines: string[]) =>
  busySpans(calendarOf(...lines), window).busy.map(({ start, end }) =>
    [start.toISOString(), end.toISOString()].join(" "),
  );

test.each([
  [
    "in UTC",
    event("DTSTART:20261030T140000Z", "DTEND:20261030T150000Z"),
    "2026-10-30T14:00:00.000Z 2026-10-30T15:00:00.000Z",
  ],
  [
    "by an IANA name without its rules",
    event("DTSTART;TZID=America/Los_Angeles:20261030T140000", "DTEND;TZID=America/Los_Angeles:20261030T150000"),
    "2026-10-30T21:00:00.000Z 2026-10-30T22:00:00.000Z",
  ],
  [
    "by Outlook's name",
    event("DTSTART;TZID=Eastern Standard Time:20261030T140000", "DURATION:PT1H"),
    "2026-10-30T18:00:00.000Z 2026-10-30T19:00:00.000Z",
  ],
  [
    "without a zone, by the location's",
    event("DTSTART:20261105T140000", "DURATION:PT30M"),
    "2026-11-05T19:00:00.000Z 2026-11-05T19:30:00.000Z",
  ],
  ["on the day of 25 hours", event("DTSTART;VALUE=DATE:20261101"), "2026-11-01T04:00:00.000Z 2026-11-02T05:00:00.000Z"],
])("an entry %s", (_what, lines, expected) => expect(spans(...lines)).toEqual([expected]));

describe("a zone that nobody knows", () => {
  const time = ["DTSTART;TZID=Dealership Time:20261030T140000", "DURATION:PT1H"];
  const rules = ["BEGIN:VTIMEZONE", "TZID:Dealership Time", "BEGIN:STANDARD", "DTSTART:19700101T000000"];
  const explained = [...rules, "TZOFFSETFROM:-0600", "TZOFFSETTO:-0600", "END:STANDARD", "END:VTIMEZONE"];

  test("is read as UTC and named, once", () => {
    const lines = [...event(...time), ...event(...time, "RRULE:FREQ=DAILY;COUNT=2")];
    const { busy, unknownZones } = busySpans(calendarOf(...lines), window);
    expect(busy[0]?.start.toISOString()).toBe("2026-10-30T14:00:00.000Z");
    expect(busy).toHaveLength(2);
    expect(unknownZones).toEqual(["Dealership Time"]);
  });

  test("is known where the file explains it", () => {
    const { busy, unknownZones } = busySpans(calendarOf(...explained, ...event(...time)), window);
    expect(busy[0]?.start.toISOString()).toBe("2026-10-30T20:00:00.000Z");
    expect(unknownZones).toEqual([]);
  });

  test("is no zone of a whole day, which is the location's", () => {
    const { busy, unknownZones } = busySpans(
      calendarOf(...event("DTSTART;VALUE=DATE;TZID=Dealership Time:20261030")),
      window,
    );
    expect(busy[0]?.start.toISOString()).toBe("2026-10-30T04:00:00.000Z");
    expect(unknownZones).toEqual([]);
  });

  test("fills no page with its names", () => {
    const many = Array.from({ length: 40 }, (_, at) =>
      event(`DTSTART;TZID=${"Z".repeat(500)}${at}:20261030T140000`, `DTSTART;TZID=Zone ${at}:20261030T140000`),
    );
    const others = Array.from({ length: 40 }, (_, at) => event(`DTSTART;TZID=Zone ${at}:20261030T140000`));
    const { unknownZones } = busySpans(calendarOf(...many.flat(), ...others.flat()), window);
    expect(unknownZones.length).toBeLessThanOrEqual(5);
    expect(unknownZones.join().length).toBeLessThan(500);
  });
});

test("free and canceled entries take no time", () => {
  const time = ["DTSTART:20261030T140000Z", "DTEND:20261030T150000Z"];
  expect(spans(...event(...time, "TRANSP:TRANSPARENT"), ...event(...time, "STATUS:CANCELLED"))).toEqual([]);
});

test("a series with an exception, a moved one, and a change of clocks", () => {
  const series = event(
    "DTSTART;TZID=America/New_York:20261026T090000",
    "DURATION:PT1H",
    "RRULE:FREQ=WEEKLY;COUNT=4",
    "EXDATE;TZID=America/New_York:20261102T090000",
  );
  const moved = event(
    "RECURRENCE-ID;TZID=America/New_York:20261109T090000",
    "DTSTART;TZID=America/New_York:20261110T130000",
    "DURATION:PT1H",
  );
  expect(spans(...series, ...moved)).toEqual([
    "2026-10-26T13:00:00.000Z 2026-10-26T14:00:00.000Z",
    "2026-11-10T18:00:00.000Z 2026-11-10T19:00:00.000Z",
    "2026-11-16T14:00:00.000Z 2026-11-16T15:00:00.000Z",
  ]);
});

describe("one day of a series that is not like the others", () => {
  const daily = ["DTSTART:20261030T140000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2"];
  const second = ["RECURRENCE-ID:20261031T140000Z", "DTSTART:20261031T140000Z", "DURATION:PT1H"];
  const first = "2026-10-30T14:00:00.000Z 2026-10-30T15:00:00.000Z";
  const other = "2026-10-31T14:00:00.000Z 2026-10-31T15:00:00.000Z";

  test.each(["STATUS:CANCELLED", "TRANSP:TRANSPARENT"])("%s takes no time", (line) => {
    expect(spans(...event(...daily), ...event(...second, line))).toEqual([first]);
  });

  test("takes time in a series that takes none", () => {
    expect(spans(...event(...daily, "TRANSP:TRANSPARENT"), ...event(...second))).toEqual([other]);
  });

  test("takes time without its series, for whom only that day was sent to", () => {
    expect(spans(...event(...second))).toEqual([other]);
  });

  test("takes time when it is moved here from after the window", () => {
    const monthly = event("DTSTART:20261030T140000Z", "DURATION:PT1H", "RRULE:FREQ=MONTHLY");
    const moved = event("RECURRENCE-ID:20261130T150000Z", "DTSTART:20261105T140000Z", "DURATION:PT1H");
    expect(spans(...monthly, ...moved)).toContain("2026-11-05T14:00:00.000Z 2026-11-05T15:00:00.000Z");
  });

  test("is at its own zone's time", () => {
    const series = event("DTSTART;TZID=America/New_York:20261103T090000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=1");
    const moved = event(
      "RECURRENCE-ID;TZID=America/New_York:20261103T090000",
      "DTSTART;TZID=America/Los_Angeles:20261103T090000",
      "DURATION:PT1H",
    );
    expect(spans(...series, ...moved)).toEqual(["2026-11-03T17:00:00.000Z 2026-11-03T18:00:00.000Z"]);
  });

  test("changes all that follow when it says so", () => {
    const range = event(
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261031T140000Z",
      "DTSTART:20261031T160000Z",
      "DURATION:PT1H",
    );
    const three = event("DTSTART:20261030T140000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3");
    expect(spans(...three, ...range)).toEqual([
      first,
      "2026-10-31T16:00:00.000Z 2026-10-31T17:00:00.000Z",
      "2026-11-01T16:00:00.000Z 2026-11-01T17:00:00.000Z",
    ]);
  });
});

test("an endless series ends with the window, however long ago it began", () => {
  const daily = event("DTSTART:20100101T140000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY");
  expect(spans(...daily)).toHaveLength(26);
});

test("free and busy times, joined where they touch", () => {
  const busy = ["BEGIN:VFREEBUSY", "FREEBUSY:20261030T140000Z/PT1H,20261030T150000Z/20261030T153000Z"];
  const free = ["FREEBUSY;FBTYPE=FREE:20261030T160000Z/PT1H", "END:VFREEBUSY"];
  expect(spans(...busy, ...free)).toEqual(["2026-10-30T14:00:00.000Z 2026-10-30T15:30:00.000Z"]);
});

test("what ends before it begins, and what is outside of the window, is nothing", () => {
  expect(
    spans(
      ...event("DTSTART:20261030T150000Z", "DTEND:20261030T140000Z"),
      ...event("DTSTART:20270101T150000Z", "DTEND:20270101T160000Z"),
    ),
  ).toEqual([]);
});

test.each([
  ["a rule that never comes true", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"],
  ["a rule of every second", "FREQ=SECONDLY"],
  [
    "a rule with thousands of parts",
    `FREQ=SECONDLY;BYSECOND=${Array.from({ length: 60 }, (_, at) => at).join(",")};BYYEARDAY=366;BYMONTHDAY=1`,
  ],
])("%s neither stops the app nor throws it over", async (_what, rule) => {
  const text = calendarOf(...event("DTSTART:19700101T000000Z", "DURATION:PT1S", `RRULE:${rule}`));
  const { exhausted } = await parseCalendar({ text, ...window }, { cpuMs: 1_500, entryCpuMs: 500 });
  expect(exhausted.count).toBeLessThanOrEqual(1);
});
