/* As long as its tables of what programs write into calendars. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import { afterAll, expect, test } from "vitest";
import { busySpans } from "./busySpans.ts";
import { createPublicFeed } from "./publicFeed.ts";

/** What the calendar's address answers. */
let file: string | Buffer = "";
const server = createServer((_request, response) => response.writeHead(200).end(file));
server.listen(0, "127.0.0.1");
await once(server, "listening");
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`;
const network = { accepts: () => true, dispatcher: new Agent() };
/** Most files don't need the thread, which takes longer to start than a file to read. */
const feed = createPublicFeed({ network, parse: async ({ text, ...window }) => busySpans(text, window) });
const feedWithThread = createPublicFeed({ network });
afterAll(async () => {
  await feedWithThread.stop();
  server.closeAllConnections();
  server.close();
});

const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Lot//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");
const entry = (...lines: string[]) => ["BEGIN:VEVENT", "UID:a", ...lines, "END:VEVENT"];
const goodEntry = ["BEGIN:VEVENT", "UID:good", "DTSTART:20261124T150000Z", "DTEND:20261124T160000Z", "END:VEVENT"];

async function read(...lines: string[]) {
  file = calendar(...lines);
  return readFile();
}

async function readFile(from = feed) {
  const answer = await from.busy({
    url: base,
    etag: "",
    from: new Date("2026-11-01T00:00:00Z"),
    before: new Date("2026-12-01T00:00:00Z"),
    zone: "America/New_York",
  });
  if (answer.kind !== "read") throw new Error(JSON.stringify(answer));
  const times = answer.busy.map(
    ({ start, end }) => `${start.toISOString().slice(5, 16)} ${end.toISOString().slice(5, 16)}`,
  );
  return { times, warning: answer.warning };
}

const goodTime = "11-24T15:00 11-24T16:00";

test.each([
  ["a start that is none", entry("DTSTART:not a date", "DTEND:20261103T160000Z"), [goodTime]],
  [
    "a line that was broken off",
    entry("DTSTART:20261103T150000Z", "DURATION:PT1H", "DESCRIPTION:Agenda", "first point"),
    ["11-03T15:00 11-03T16:00", goodTime],
  ],
  [
    "a list that ends with a comma",
    entry("DTSTART:20261103T150000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE:20261103T150000Z,"),
    ["11-10T15:00 11-10T16:00", goodTime],
  ],
  [
    "a rule that is none",
    entry("DTSTART:20261103T150000Z", "DURATION:PT1H", "RRULE:FREQ=FORTNIGHTLY"),
    ["11-03T15:00 11-03T16:00", goodTime],
  ],
  ["an end that is none", entry("DTSTART:20261103T150000Z", "DTEND:later"), [goodTime]],
  ["an end before its start", entry("DTSTART:20261103T150000Z", "DTEND:20261103T140000Z"), [goodTime]],
  ["a last day before its first", entry("DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261101"), [goodTime]],
  ["no start", entry("SUMMARY:Someday"), [goodTime]],
  ["a day that doesn't exist", entry("DTSTART:20261131T150000Z", "DURATION:PT1H"), [goodTime]],
  [
    "a part of a rule that nobody knows",
    entry("DTSTART:20261103T150000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;CUONT=2"),
    ["11-03T15:00 11-03T16:00", goodTime],
  ],
  [
    "weeks by their number",
    entry("DTSTART:20261103T150000Z", "DURATION:PT1H", "RRULE:FREQ=YEARLY;BYWEEKNO=46;BYDAY=MO"),
    ["11-03T15:00 11-03T16:00", goodTime],
  ],
])("an entry with %s costs itself alone, and its owner reads where it is", async (_what, lines, times) => {
  const found = await read(...lines, ...goodEntry);
  expect(found.times).toEqual(times);
  expect(found.warning).toMatch(/^1 entry could not be read in full \((November \d+, 2026, )?line \d+ of the file\)\./);
});

test("an entry that isn't closed ends where the next one begins", async () => {
  const open = ["BEGIN:VEVENT", "UID:a", "DTSTART:20261103T150000Z", "DURATION:PT1H", "BEGIN:VALARM", "TRIGGER:-PT5M"];
  expect(await read(...open, ...goodEntry)).toEqual({
    times: ["11-03T15:00 11-03T16:00", goodTime],
    warning: undefined,
  });
});

test("several entries that can't be read are counted, and what they say isn't repeated", async () => {
  const lines = [entry("DTSTART:secret one"), entry("DTSTART:secret two"), goodEntry].flat();
  const { warning } = await read(...lines);
  expect(warning).toMatch(/^2 entries could not be read in full \(the first: line 6 of the file\)/);
  expect(warning).not.toContain("secret");
});

test.each([
  ["IANA's name with a block that says nothing", "America/New_York", ["X-LIC-LOCATION:America/New_York"]],
  [
    "IANA's name with a block that is wrong",
    "America/New_York",
    ["BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD"],
  ],
  ["a name of its own with a place", "Lot", ["X-LIC-LOCATION:America/New_York"]],
  [
    "a name of its own with rules",
    "Lot",
    [
      "BEGIN:STANDARD",
      "DTSTART:20261101T020000",
      "RDATE:20271107T020000",
      "TZOFFSETFROM:-0400",
      "TZOFFSETTO:-0500",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:20260308T020000",
      "RDATE:20270314T020000",
      "TZOFFSETFROM:-0500",
      "TZOFFSETTO:-0400",
      "END:DAYLIGHT",
    ],
  ],
  [
    "a name of its own with rules since 1601",
    "Lot",
    [
      "BEGIN:STANDARD",
      "DTSTART:16010101T020000",
      "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11",
      "TZOFFSETFROM:-0400",
      "TZOFFSETTO:-0500",
      "END:STANDARD",
      "BEGIN:DAYLIGHT",
      "DTSTART:16010101T020000",
      "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3",
      "TZOFFSETFROM:-0500",
      "TZOFFSETTO:-0400",
      "END:DAYLIGHT",
    ],
  ],
])("a zone by %s is New York's", async (_what, name, block) => {
  const zone = ["BEGIN:VTIMEZONE", `TZID:${name}`, ...block, "END:VTIMEZONE"];
  expect(await read(...zone, ...entry(`DTSTART;TZID=${name}:20261123T140000`, "DURATION:PT1H"))).toEqual({
    times: ["11-23T19:00 11-23T20:00"],
    warning: undefined,
  });
});

test.each([
  '"(UTC-05:00) Eastern Time (US & Canada)"',
  "(UTC-05:00) Eastern Time (US & Canada)",
  "(GMT-05:00) Eastern Time (US &amp; Canada)",
  "Eastern Time (US & Canada)",
  "Eastern Standard Time",
  "US/Eastern",
  "America/New_York",
  '"/freeassociation.sourceforge.net/America/New_York"',
  "/mozilla.org/20050126_1/America/New_York",
  "/citadel.org/20210210_1/America/Indiana/Indianapolis",
  "eastern standard time",
  "Eastern Standard Time 1",
  "America/New York",
  "America-New_York",
  "America/New_York-2026",
  "US-Eastern",
  "GMT-0500",
  "(UTC-05:00)",
])("the zone %s is known", async (name) => {
  const found = await read(...entry(`DTSTART;TZID=${name}:20261123T140000`, `DTEND;TZID=${name}:20261123T150000`));
  expect(found).toEqual({ times: ["11-23T19:00 11-23T20:00"], warning: undefined });
});

test.each(["tzone://Microsoft/Utc", "UTC", '"(UTC) Coordinated Universal Time"', "Etc/GMT"])(
  "the zone %s is UTC",
  async (name) => {
    const found = await read(...entry(`DTSTART;TZID=${name}:20261123T140000`, "DURATION:PT1H"));
    expect(found).toEqual({ times: ["11-23T14:00 11-23T15:00"], warning: undefined });
  },
);

test("a series that began years ago, takes no time or has ended leaves the others theirs", async () => {
  const old = (at: number, ...lines: string[]) =>
    entry(`UID:old${at}`, `DTSTART;TZID=America/New_York:2014010${1 + (at % 8)}T000000`, "DURATION:PT15M", ...lines);
  const lines = Array.from({ length: 400 }, (_, at) =>
    old(at, "RRULE:FREQ=DAILY", at % 2 ? "TRANSP:TRANSPARENT" : "EXDATE:20140101T000000"),
  );
  const ended = Array.from({ length: 400 }, (_, at) => old(at, "RRULE:FREQ=HOURLY;UNTIL=20251231T000000Z"));
  const weekly = entry("DTSTART;TZID=America/New_York:20261123T140000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY");
  const found = await read(...lines.flat(), ...ended.flat(), ...weekly);
  expect(found.times).toContain("11-23T19:00 11-23T20:00");
  expect(found.times).toContain("11-30T19:00 11-30T20:00");
  expect(found.warning).toBeUndefined();
});

test("a series with too many dates, and one that never comes to an end, are named, and the others are read", async () => {
  const every = entry("DTSTART:20200101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY");
  const readInThread = (...lines: string[]) => {
    file = calendar(...lines);
    return readFile(feedWithThread);
  };
  const { times, warning } = await readInThread(...every, ...goodEntry);
  expect(times).toContain(goodTime);
  expect(warning).toMatch(/^1 repeating entry has too many dates/);
  for (const rule of [
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
    "FREQ=SECONDLY;BYSECOND=0,1,2,3;BYYEARDAY=366;BYMONTHDAY=1",
  ]) {
    const never = entry("DTSTART:20261124T100000Z", "DURATION:PT1H", ...Array(500).fill(`RRULE:${rule}`));
    const found = await readInThread(...never, ...goodEntry);
    expect(found.times).toContain(goodTime);
    expect(found.warning).toMatch(/^1 (repeating entry has too many dates|entry could not be read)/);
  }
});

test.each([
  ["exceptions by day", ["RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE;VALUE=DATE:20261103"], ["11-10T15:00 11-10T16:00"]],
  ["an exception in UTC", ["RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE:20261103T150000Z"], ["11-10T15:00 11-10T16:00"]],
  ["an exception without a zone", ["RRULE:FREQ=WEEKLY;COUNT=2", "EXDATE:20261103T100000"], ["11-10T15:00 11-10T16:00"]],
  [
    "periods",
    ["RDATE;VALUE=PERIOD:20261109T150000Z/20261109T163000Z,20261116T150000Z/PT30M"],
    ["11-03T15:00 11-03T16:00", "11-09T15:00 11-09T16:30", "11-16T15:00 11-16T15:30"],
  ],
  [
    "dates besides",
    ["RDATE;TZID=Eastern Standard Time:20261105T100000,20261106T100000"],
    ["11-03T15:00 11-03T16:00", "11-05T15:00 11-05T16:00", "11-06T15:00 11-06T16:00"],
  ],
  [
    "an end in UTC",
    ["RRULE:FREQ=DAILY;UNTIL=20261104T150000Z"],
    ["11-03T15:00 11-03T16:00", "11-04T15:00 11-04T16:00"],
  ],
  ["an end by day", ["RRULE:FREQ=DAILY;UNTIL=20261104"], ["11-03T15:00 11-03T16:00", "11-04T15:00 11-04T16:00"]],
])("a series with %s, in a zone that the file doesn't explain", async (_what, lines, times) => {
  const start = "DTSTART;TZID=Eastern Standard Time:20261103T100000";
  expect(await read(...entry(start, "DTEND;TZID=Eastern Standard Time:20261103T110000", ...lines))).toEqual({
    times,
    warning: undefined,
  });
});

test("an entry replaces the day of a series that it names, also without a time of its own", async () => {
  const series = entry("DTSTART;TZID=America/New_York:20261103T100000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=3");
  const moved = entry(
    "RECURRENCE-ID;VALUE=DATE:20261110",
    "DTSTART;TZID=America/New_York:20261111T100000",
    "DURATION:PT1H",
  );
  const canceled = entry("RECURRENCE-ID;TZID=America/New_York:20261117T100000", "STATUS:CANCELLED");
  expect(await read(...series, ...moved, ...canceled)).toEqual({
    times: ["11-03T15:00 11-03T16:00", "11-11T15:00 11-11T16:00"],
    warning: undefined,
  });
});

test.each([
  ["milliseconds", "DTSTART:20261103T150000.000Z", "DTEND:20261103T160000.000Z"],
  ["an offset", "DTSTART:20261103T100000-0500", "DTEND:2026-11-03T11:00:00-05:00"],
  ["blanks in its rule", "DTSTART:20261103T150000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY; COUNT=1"],
  ["its rule's name twice", "DTSTART:20261103T150000Z", "DURATION:PT1H", "RRULE:RRULE:FREQ=DAILY;COUNT=1"],
  [
    "parts of a rule without a value",
    "DTSTART:20261103T150000Z",
    "DURATION:PT1H",
    "RRULE:FREQ=DAILY;BYDAY=;UNTIL=;COUNT=1",
  ],
  [
    "semicolons in a list",
    "DTSTART:20261103T150000Z",
    "DURATION:PT1H",
    "RRULE:FREQ=DAILY;COUNT=3",
    "EXDATE:20261104T150000Z;20261105T150000Z",
  ],
])("an entry with %s is read", async (_what, ...lines) => {
  expect(await read(...entry(...lines))).toEqual({ times: ["11-03T15:00 11-03T16:00"], warning: undefined });
});

test("a whole day that ends on itself is that day", async () => {
  const { times } = await read(...entry("DTSTART;VALUE=DATE:20261103", "DTEND;VALUE=DATE:20261103"));
  expect(times).toEqual(["11-03T05:00 11-04T05:00"]);
});

test.each([
  ["STATUS:CANCELED", false],
  ["X-MICROSOFT-CDO-BUSYSTATUS:FREE", false],
  ["X-MICROSOFT-CDO-BUSYSTATUS:OOF", true],
])("%s takes time: %s", async (line, isBusy) => {
  const { times } = await read(...entry("DTSTART:20261103T150000Z", "DURATION:PT1H", line));
  expect(times).toEqual(isBusy ? ["11-03T15:00 11-03T16:00"] : []);
});

test("of two versions of an entry, or of a day of a series, the later counts", async () => {
  const series = entry("DTSTART:20261103T150000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2", "SEQUENCE:0");
  const moved = (sequence: number, hour: number) =>
    entry(`SEQUENCE:${sequence}`, "RECURRENCE-ID:20261104T150000Z", `DTSTART:20261104T${hour}0000Z`, "DURATION:PT1H");
  const later = entry("DTSTART:20261102T150000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3", "SEQUENCE:1");
  expect((await read(...later, ...moved(2, 19), ...moved(1, 17), ...series)).times).toEqual([
    "11-02T15:00 11-02T16:00",
    "11-03T15:00 11-03T16:00",
    "11-04T19:00 11-04T20:00",
  ]);
});

test.each([
  ["quoted in its block", '"Lot, north"', '"Lot, north"'],
  ["escaped in its block", "Lot\\, north", '"Lot, north"'],
  ["escaped in both", "Lot\\, north", '"Lot\\, north"'],
  ["in capitals where it is used", "Lot", "LOT"],
])("a zone of its own is found when it is %s", async (_what, explained, used) => {
  const half = ["BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:-0700", "TZOFFSETTO:-0700", "END:STANDARD"];
  const zone = ["BEGIN:VTIMEZONE", `TZID:${explained}`, ...half, "END:VTIMEZONE"];
  const found = await read(...zone, ...entry(`DTSTART;TZID=${used}:20261123T140000`, "DURATION:PT1H"));
  expect(found).toEqual({ times: ["11-23T21:00 11-23T22:00"], warning: undefined });
});

test.each(["utf-16le", "utf-16be"])("a file in %s is read", async (encoding) => {
  const little = Buffer.from(`\ufeff${calendar(...goodEntry)}`, "utf16le");
  file = encoding === "utf-16le" ? little : little.swap16();
  expect((await readFile()).times).toEqual([goodTime]);
});

test("a day without a word about it, and an end in another zone", async () => {
  expect((await read(...entry("DTSTART:20261103", "DTEND:20261104"))).times).toEqual(["11-03T05:00 11-04T05:00"]);
  const flight = entry(
    "DTSTART;TZID=America/New_York:20261103T080000",
    "DTEND;TZID=America/Los_Angeles:20261103T110000",
  );
  expect((await read(...flight)).times).toEqual(["11-03T13:00 11-03T19:00"]);
});
