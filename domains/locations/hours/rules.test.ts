import { tzOffset } from "@date-fns/tz";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  afterBusinessSeconds,
  answerTime,
  businessSeconds,
  defaultHours,
  type Hours,
  isOpen,
  nextDayOpening,
  nextOpening,
  type Span,
} from "./rules.ts";

const [newYork, losAngeles] = ["America/New_York", "America/Los_Angeles"];
const at = (text: string) => new Date(text);
const minuteMs = 60_000;

describe("from Monday to Saturday, 9 to 6", () => {
  test.each([
    ["2026-03-02T13:59:59Z", false, "a second before nine on a Monday"],
    ["2026-03-02T14:00:00Z", true, "nine"],
    ["2026-03-02T22:59:59Z", true, "a second before six"],
    ["2026-03-02T23:00:00Z", false, "six"],
    ["2026-03-01T17:00:00Z", false, "Sunday noon"],
    ["2026-02-28T17:00:00Z", true, "Saturday noon"],
    ["2026-03-09T13:00:00Z", true, "nine on the first Monday of summer time"],
  ])("%s: %s, %s", (instant, expected) => {
    expect(isOpen(defaultHours, newYork, at(instant))).toBe(expected);
  });

  test("five minutes to six on a Saturday, and five after nine on Monday, are ten minutes apart", () => {
    const [saturday, monday] = [at("2026-02-28T22:55:00Z"), at("2026-03-02T14:05:00Z")];
    expect(businessSeconds(defaultHours, newYork, saturday, monday)).toBe(600);
    expect(afterBusinessSeconds(defaultHours, newYork, saturday, 600)).toEqual(monday);
  });

  test("daylight saving changes do not affect closed weekends", () => {
    const [before, after] = [at("2026-03-07T22:55:00Z"), at("2026-03-09T13:05:00Z")];
    expect(businessSeconds(defaultHours, newYork, before, after)).toBe(600);
    expect(afterBusinessSeconds(defaultHours, newYork, before, 600)).toEqual(after);
    const [autumn, winter] = [at("2026-10-31T21:55:00Z"), at("2026-11-02T14:05:00Z")];
    expect(businessSeconds(defaultHours, newYork, autumn, winter)).toBe(600);
    expect(afterBusinessSeconds(defaultHours, newYork, autumn, 600)).toEqual(winter);
  });

  test("a closed day is skipped", () => {
    const hours = { ...defaultHours, closed: ["2026-03-02"] };
    expect(isOpen(hours, newYork, at("2026-03-02T17:00:00Z"))).toBe(false);
    expect(afterBusinessSeconds(hours, newYork, at("2026-02-28T22:59:00Z"), 61)).toEqual(at("2026-03-03T14:00:01Z"));
  });

  test("the same instant is another time of day elsewhere", () => {
    expect(isOpen(defaultHours, losAngeles, at("2026-03-02T14:30:00Z"))).toBe(false);
    expect(businessSeconds(defaultHours, losAngeles, at("2026-03-02T14:30:00Z"), at("2026-03-02T17:00:30Z"))).toBe(30);
  });
});

describe("around the clock", () => {
  const always: Hours = { week: Array.from({ length: 7 }, () => ({ opens: 0, closes: 1440 })), closed: [] };

  test("a day has 23, 24 or 25 hours", () => {
    const day = (from: string, to: string) => businessSeconds(always, newYork, at(from), at(to)) / 3600;
    expect(day("2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z")).toBe(23);
    expect(day("2026-03-10T04:00:00Z", "2026-03-11T04:00:00Z")).toBe(24);
    expect(day("2026-11-01T04:00:00Z", "2026-11-02T05:00:00Z")).toBe(25);
  });

  test("counts a whole year", () => {
    expect(businessSeconds(always, newYork, at("2026-01-01T00:00:00Z"), at("2027-01-01T00:00:00Z"))).toBe(365 * 86_400);
  });
});

test("a location that never opens has no business seconds", () => {
  const never: Hours = { week: Array.from({ length: 7 }, () => null), closed: [] };
  expect(afterBusinessSeconds(never, newYork, at("2026-03-02T14:00:00Z"), 1)).toBeUndefined();
  expect(businessSeconds(never, newYork, at("2026-03-02T14:00:00Z"), at("2026-04-02T14:00:00Z"))).toBe(0);
  const now = at("2026-03-01T14:00:00Z");
  expect(afterBusinessSeconds(never, newYork, now, 0)).toEqual(now);
});

test("a reversed interval has no business seconds", () => {
  expect(businessSeconds(defaultHours, newYork, at("2026-03-02T16:00:00Z"), at("2026-03-02T15:00:00Z"))).toBe(0);
});

describe("whatever the hours, the zone and the time", () => {
  const span: fc.Arbitrary<Span> = fc
    .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
    .map(([one, other]) => ({ opens: Math.min(one, other), closes: Math.max(one, other) + (one === other ? 1 : 0) }))
    .map(({ opens, closes }) => ({ opens, closes: Math.min(closes, 1440) }));
  const zone = fc.constantFrom(newYork, losAngeles, "America/Phoenix", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC");
  /** Minutes around daylight saving changes. */
  const minute = fc
    .tuple(
      fc.constantFrom("2026-03-08", "2026-11-01", "2026-04-05", "2026-10-04", "2026-06-30"),
      fc.integer({ min: -2880, max: 2880 }),
    )
    .map(([day, offset]) => Date.parse(`${day}T08:00:00Z`) + offset * minuteMs);
  const closed = fc.subarray(["2026-03-07", "2026-03-09", "2026-11-01", "2026-04-05", "2026-10-05"]);
  const hours: fc.Arbitrary<Hours> = fc.record({
    week: fc.array(fc.option(span), { minLength: 7, maxLength: 7 }),
    closed,
  });

  /** Counts business seconds by brute force, minute by minute. */
  function countSeconds({ week, closed: days }: Hours, name: string, from: number, to: number): number {
    let minutes = 0;
    for (let time = from; time < to; time += minuteMs) {
      const wall = new Date(time + tzOffset(name, new Date(time)) * minuteMs);
      const today = week[wall.getUTCDay()];
      const now = wall.getUTCHours() * 60 + wall.getUTCMinutes();
      const isShut = days.includes(wall.toISOString().slice(0, 10));
      if (!isShut && today && now >= today.opens && now < today.closes) minutes += 1;
    }
    return minutes * 60;
  }

  test("matches a count minute by minute", () => {
    fc.assert(
      fc.property(hours, zone, minute, fc.integer({ min: 0, max: 4000 }), (businessHours, name, from, minutes) => {
        const to = from + minutes * minuteMs;
        const seconds = businessSeconds(businessHours, name, new Date(from), new Date(to));
        expect(seconds).toBe(countSeconds(businessHours, name, from, to));
        expect(isOpen(businessHours, name, new Date(from))).toBe(
          countSeconds(businessHours, name, from, from + minuteMs) === 60,
        );
      }),
      { numRuns: 150 },
    );
  });

  test("returns the first instant with so many business seconds", () => {
    fc.assert(
      fc.property(hours, zone, minute, fc.integer({ min: 1, max: 40_000 }), (businessHours, name, start, seconds) => {
        const from = new Date(start);
        const end = afterBusinessSeconds(businessHours, name, from, seconds);
        if (!end) return expect(businessHours.week.every((day) => day === null)).toBe(true);
        expect(businessSeconds(businessHours, name, from, end)).toBe(seconds);
        expect(businessSeconds(businessHours, name, from, new Date(end.getTime() - 1000))).toBe(seconds - 1);
      }),
      { numRuns: 150 },
    );
  });
});

describe("when somebody answers, in words", () => {
  const open = (opens: number, closes: number): Span => ({ opens, closes });
  const halfPastEight: Hours = { week: [null, ...Array.from({ length: 6 }, () => open(510, 1080))], closed: [] };
  const never: Hours = { week: Array.from({ length: 7 }, () => null), closed: [] };
  test.each([
    ["2026-11-20T17:00:00Z", halfPastEight, "shortly"],
    ["2026-11-20T12:00:00Z", halfPastEight, "today at 8:30 AM"],
    ["2026-11-21T02:00:00Z", halfPastEight, "tomorrow at 8:30 AM"],
    ["2026-11-22T02:00:00Z", halfPastEight, "on Monday at 8:30 AM"],
    ["2026-11-23T04:59:00Z", halfPastEight, "tomorrow at 8:30 AM"],
    ["2026-11-23T05:00:00Z", halfPastEight, "today at 8:30 AM"],
    ["2026-11-26T02:00:00Z", { ...halfPastEight, closed: ["2026-11-26"] }, "on Friday at 8:30 AM"],
    [
      "2026-12-24T23:30:00Z",
      { ...halfPastEight, closed: ["25", "26", "28", "29", "30", "31"].map((day) => `2026-12-${day}`) },
      "on Friday, January 1 at 8:30 AM",
    ],
    [
      "2026-11-20T02:00:00Z",
      { ...never, week: [null, null, null, null, null, open(720, 1440), null] },
      "tomorrow at 12:00 PM",
    ],
    [
      "2026-11-20T04:30:00Z",
      { ...never, week: [null, null, null, null, null, open(0, 60), null] },
      "tomorrow at 12:00 AM",
    ],
    [
      "2026-03-08T05:00:00Z",
      { ...never, week: [open(150, 600), null, null, null, null, null, null] },
      "today at 3:00 AM",
    ],
    ["2026-11-20T17:00:00Z", never, ""],
  ])("%s", (now, hours, words) => expect(answerTime(hours, newYork, at(now))).toBe(words));

  const anyHours = fc.record({
    week: fc.array(
      fc.option(
        fc.tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 })).map(([one, other]) => ({
          opens: Math.min(one, other - 1),
          closes: Math.max(one + 1, other),
        })),
      ),
      { minLength: 7, maxLength: 7 },
    ),
    closed: fc.array(
      fc.integer({ min: 0, max: 400 }).map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
      { maxLength: 40 },
    ),
  });
  const zones = [
    "America/New_York",
    "America/Los_Angeles",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
  ];
  const anyMinute = fc
    .integer({ min: 0, max: 365 * 24 * 60 })
    .map((minute) => new Date(Date.UTC(2026, 0, 1) + minute * minuteMs));

  test("it is the first open minute, whatever the hours, the zone and its clocks", () => {
    fc.assert(
      fc.property(anyHours, fc.constantFrom(...zones), anyMinute, (hours, zone, now) => {
        const opens = nextOpening(hours, zone, now);
        if (!opens) return expect(answerTime(hours, zone, now)).toBe("");
        expect(isOpen(hours, zone, opens)).toBe(true);
        const words = answerTime(hours, zone, now);
        expect(words === "shortly").toBe(isOpen(hours, zone, now));
        // Nothing in between is open: each quarter of an hour, and the minute before.
        for (let time = now.getTime(); time < opens.getTime(); time += 15 * minuteMs)
          if (isOpen(hours, zone, new Date(time))) throw new Error(`open at ${new Date(time).toISOString()}`);
        if (opens > now) expect(isOpen(hours, zone, new Date(opens.getTime() - minuteMs))).toBe(false);
        // What the words say is what clocks there show.
        const shown = new Intl.DateTimeFormat("en-US", { timeZone: zone, hour: "numeric", minute: "2-digit" });
        if (words !== "shortly") expect(words.endsWith(` at ${shown.format(opens).replace(/\s/g, " ")}`)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("the next open day", () => {
  const hours = { ...defaultHours, closed: ["2026-03-03"] };
  test.each([
    ["2026-03-02T12:00:00Z", "2026-03-04T14:00:00.000Z", "a Monday before opening, with Tuesday closed"],
    ["2026-03-04T20:00:00Z", "2026-03-05T14:00:00.000Z", "a Wednesday while open"],
    ["2026-03-07T20:00:00Z", "2026-03-09T13:00:00.000Z", "a Saturday, when the clocks change"],
    ["2026-03-05T04:59:00Z", "2026-03-05T14:00:00.000Z", "the last minute of a Wednesday"],
  ])("after %s is %s: %s", (now, opens) => {
    expect(nextDayOpening(hours, newYork, at(now))?.toISOString()).toBe(opens);
  });

  test("isn't there where no day is open", () => {
    expect(
      nextDayOpening({ week: Array(7).fill(null), closed: [] }, newYork, at("2026-03-02T12:00:00Z")),
    ).toBeUndefined();
  });
});
