import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { midnight, type Period, periods, rangeOf } from "#core/periods.ts";
import { type ChosenPeriod, figureKeys } from "./contract.ts";
import {
  bucketsOf,
  chosenRange,
  dayProblemOf,
  definitions,
  durationText,
  endOfCompleteHours,
  locateMedian,
  percentOf,
  previousRangeOf,
  splitRange,
} from "./rules.ts";

const zone = "America/New_York";
const ofPeriod = (period: ChosenPeriod["period"]): ChosenPeriod => ({ period, from: "", to: "" });
const days = (from: string, to: string): ChosenPeriod => ({ period: "custom", from, to });

describe("chosen days", () => {
  test.each([
    ["2026-11-01", "2026-11-18", undefined],
    ["2026-11-18", "2026-11-18", undefined],
    ["2025-11-18", "2026-11-18", undefined],
    ["2025-11-17", "2026-11-18", { field: "to", message: "Select at most 366 days" }],
    ["2026-11-10", "2026-11-09", { field: "to", message: "The end is before the start" }],
    ["2026-11-10", "2026-11-19", { field: "to", message: "Enter a day up to today" }],
    ["2026-11-19", "2026-11-19", { field: "from", message: "Enter a day up to today" }],
    ["", "2026-11-18", { field: "from", message: "Enter the first day" }],
    ["2026-02-30", "2026-11-18", { field: "from", message: "Enter the first day" }],
    ["2026-11-01", "soon", { field: "to", message: "Enter the last day" }],
  ] as const)("from %s to %s", (from, to, problem) => {
    expect(dayProblemOf({ from, to }, "2026-11-18")).toEqual(problem);
  });

  test.each([
    ["2026-11-01", "2026-11-10", "2026-11-01T04:00:00.000Z", "2026-11-11T05:00:00.000Z"],
    // Until now, not until the day's end.
    ["2026-11-17", "2026-11-18", "2026-11-17T05:00:00.000Z", "2026-11-19T02:00:00.001Z"],
  ])("from %s to %s begin and end at midnight in the location's zone, or now", (from, to, begin, end) => {
    const { range } = chosenRange(days(from, to), new Date("2026-11-19T02:00:00Z"), zone);
    expect(range).toEqual({ from: new Date(begin), to: new Date(end) });
  });

  test.each([
    ["2026-11-08", "2026-11-10", "2026-11-05T05:00:00.000Z", "2026-11-08T05:00:00.000Z"],
    // Summer time ended on the first.
    ["2026-11-02", "2026-11-04", "2026-10-30T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
    ["2026-11-17", "2026-11-18", "2026-11-15T05:00:00.000Z", "2026-11-17T02:00:00.001Z"],
  ])("from %s to %s are compared with as many days before", (from, to, begin, end) => {
    const previous = previousRangeOf(days(from, to), new Date("2026-11-19T02:00:00Z"), zone);
    expect(previous).toEqual({ from: new Date(begin), to: new Date(end) });
  });
});

describe("a period", () => {
  test.each([
    ["today", "2026-11-18T05:00:00.000Z"],
    ["days7", "2026-11-12T05:00:00.000Z"],
    ["week", "2026-11-15T05:00:00.000Z"],
    // Summer time ended on the first.
    ["month", "2026-11-01T04:00:00.000Z"],
    ["days30", "2026-10-20T04:00:00.000Z"],
    ["days90", "2026-08-21T04:00:00.000Z"],
    ["year", "2025-11-19T05:00:00.000Z"],
  ] satisfies [Period, string][])("%s begins at midnight in the location's zone", (period, from) => {
    const now = new Date("2026-11-19T02:00:00Z");
    expect(rangeOf(period, now, zone)).toEqual({ from: new Date(from), to: new Date(now.getTime() + 1) });
  });

  test("a week begins on Sunday, also on a Sunday", () => {
    expect(rangeOf("week", new Date("2026-11-15T12:00:00Z"), zone).from).toEqual(new Date("2026-11-15T05:00:00Z"));
  });

  test("today may have 23 or 25 hours", () => {
    for (const [day, hours] of [
      ["2026-03-08", 23],
      ["2026-11-01", 25],
      ["2026-11-02", 24],
    ] as const) {
      const noon = new Date(`${day}T17:00:00Z`);
      expect(midnight(noon, zone, 1).getTime() - midnight(noon, zone).getTime()).toBe(hours * 3_600_000);
    }
  });
});

describe("the period before", () => {
  test.each([
    ["today", "2026-11-19T02:00:00Z", "2026-11-17T05:00:00.000Z", "2026-11-18T02:00:00.001Z"],
    ["days7", "2026-11-19T02:00:00Z", "2026-11-05T05:00:00.000Z", "2026-11-12T02:00:00.001Z"],
    ["week", "2026-11-19T02:00:00Z", "2026-11-08T05:00:00.000Z", "2026-11-12T02:00:00.001Z"],
    // Until the same time on the clock, which summer time moves.
    ["month", "2026-11-19T02:00:00Z", "2026-10-01T04:00:00.000Z", "2026-10-19T01:00:00.001Z"],
    // The last month ended before its 31st.
    ["month", "2026-12-31T17:00:00Z", "2026-11-01T04:00:00.000Z", "2026-12-01T05:00:00.000Z"],
    ["month", "2027-01-05T17:00:00Z", "2026-12-01T05:00:00.000Z", "2026-12-05T17:00:00.001Z"],
    ["days30", "2026-11-19T02:00:00Z", "2026-09-20T04:00:00.000Z", "2026-10-20T01:00:00.001Z"],
  ] satisfies [Period, string, string, string][])(
    "of %s at %s is as long as this one so far",
    (period, now, from, to) => {
      expect(previousRangeOf(ofPeriod(period), new Date(now), zone)).toEqual({
        from: new Date(from),
        to: new Date(to),
      });
    },
  );

  test("ends before this one begins, whatever the day", () => {
    const date = fc.date({ min: new Date("2025-01-01"), max: new Date("2031-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...periods), date, (period, now) => {
        const previous = previousRangeOf(ofPeriod(period), now, zone);
        if (!previous) return;
        expect(previous.from.getTime()).toBeLessThan(previous.to.getTime());
        expect(previous.to.getTime()).toBeLessThanOrEqual(rangeOf(period, now, zone).from.getTime() + 1);
      }),
    );
  });

  test("a year has none", () => {
    expect(previousRangeOf(ofPeriod("year"), new Date("2026-11-19T02:00:00Z"), zone)).toBeUndefined();
  });
});

describe("chart buckets", () => {
  test.each([
    [ofPeriod("today"), "a day"],
    [days("2026-11-18", "2026-11-18"), "a single chosen one"],
  ])("%o: 24 hours of %s", (chosen) => {
    const hours = bucketsOf(chosen, new Date("2026-11-19T02:00:00Z"), zone);
    expect([hours.length, hours[0], hours[23]]).toEqual([24, "2026-11-18 00", "2026-11-18 23"]);
  });

  test.each([
    ["days7", 7],
    ["week", 4],
    ["month", 18],
    ["days30", 30],
    ["days90", 90],
    ["year", 365],
  ] satisfies [Period, number][])("%s: %i days, each once, across a clock change", (period, count) => {
    const days = bucketsOf(ofPeriod(period), new Date("2026-11-19T02:00:00Z"), zone);
    expect(days.length).toBe(count);
    expect(new Set(days).size).toBe(count);
    expect(days.at(-1)).toBe("2026-11-18");
  });
});

describe("splitting a range into whole hours and the rest", () => {
  const instant = fc.integer({ min: 0, max: 100 * 3_600_000 });

  test("covers everything once, and takes only whole hours from the rollup", () => {
    fc.assert(
      fc.property(instant, instant, fc.option(fc.integer({ min: 0, max: 110 })), (one, other, hours) => {
        const [from, to] = [new Date(Math.min(one, other)), new Date(Math.max(one, other))];
        const until = hours === null ? null : new Date(hours * 3_600_000);
        const { before, whole, after } = splitRange({ from, to }, until);
        expect([before.from, before.to, whole.to, after.to]).toEqual([from, whole.from, after.from, to]);
        for (const { from, to } of [before, whole, after]) expect(from.getTime()).toBeLessThanOrEqual(to.getTime());
        if (whole.from < whole.to) {
          expect(whole.from.getTime() % 3_600_000).toBe(0);
          expect(whole.to.getTime() % 3_600_000).toBe(0);
          expect(whole.to.getTime()).toBeLessThanOrEqual(until?.getTime() ?? 0);
        }
      }),
    );
  });

  test("an hour is complete when it has been over for an hour", () => {
    expect(endOfCompleteHours(new Date("2026-11-18T15:59:59.999Z"))).toEqual(new Date("2026-11-18T14:00:00Z"));
    expect(endOfCompleteHours(new Date("2026-11-18T16:00:00Z"))).toEqual(new Date("2026-11-18T15:00:00Z"));
  });
});

test.each([
  [null, "0m"],
  [0, "0m"],
  [1, "1m"],
  [240, "4m"],
  [3_599, "1h"],
  [3_900, "1h 5m"],
  [360_000, "100h"],
])("%s seconds are %s", (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

test.each([
  [0, 0, 0],
  [0, 40, 0],
  [3, 0, 0],
  [9, 40, 23],
  [40, 40, 100],
  [1, 1000, 1],
  [999, 1000, 99],
  [129, 20, 100],
])("%s of %s are %s percent", (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

test("every figure has a definition, and every period a beginning", () => {
  expect(Object.keys(definitions).sort()).toEqual([...figureKeys].sort());
  for (const { label, description } of Object.values(definitions)) expect(label && description).toMatch(/^[A-Z]/);
  const now = new Date();
  for (const period of periods) expect(rangeOf(period, now, zone).from.getTime()).toBeLessThan(now.getTime());
});

test("the median of values in bands is the median of the sorted values", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4 }), { maxLength: 6 }), (bands) => {
      const ordered = bands.map((values, band) => values.map((value) => 10 * band + value).sort((a, b) => a - b));
      const all = ordered.flat();
      const middle = locateMedian(ordered.map(({ length }) => length));
      const expected = all.slice(Math.floor((all.length - 1) / 2), Math.floor(all.length / 2) + 1);
      const found = middle?.bands.flatMap((band) => ordered[band] ?? []);
      expect(found?.slice(middle?.skipped, (middle?.skipped ?? 0) + (middle?.count ?? 0)) ?? []).toEqual(
        all.length ? expected : [],
      );
    }),
  );
});
