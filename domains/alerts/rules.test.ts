import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { businessSeconds, defaultHours, type Hours } from "#domains/locations/hours/rules.ts";
import {
  defaultAlertRules,
  failuresWhy,
  importWhy,
  isFailing,
  isSpike,
  lastedText,
  optoutsWhy,
  untouchedHow,
  untouchedWhy,
  waitingSince,
} from "./rules.ts";

const newYork = "America/New_York";
const at = (text: string) => new Date(text);
const since = (now: string, minutes = 5, hours: Hours = defaultHours) =>
  waitingSince(hours, newYork, at(now), minutes * 60)?.toISOString();

describe("the start of a wait of five business minutes", () => {
  test.each([
    ["within the hours", "2026-11-20T15:30:00-05:00", "2026-11-20T15:25:00-05:00"],
    [
      "right after the opening: the rest was the evening before",
      "2026-11-20T09:02:00-05:00",
      "2026-11-19T17:57:00-05:00",
    ],
    ["at night: until the end of the day", "2026-11-20T23:00:00-05:00", "2026-11-20T17:55:00-05:00"],
    ["on Sunday: since Saturday", "2026-11-22T12:00:00-05:00", "2026-11-21T17:55:00-05:00"],
    ["on Monday morning: since Saturday", "2026-11-23T09:04:00-05:00", "2026-11-21T17:59:00-05:00"],
    ["on Monday, when the five minutes are Monday's", "2026-11-23T09:05:00-05:00", "2026-11-23T09:00:00-05:00"],
    ["after the clocks went forward", "2026-03-09T09:03:00-04:00", "2026-03-07T17:58:00-05:00"],
    ["after the clocks went back", "2026-11-02T09:03:00-05:00", "2026-10-31T17:58:00-04:00"],
  ])("%s", (_, now, expected) => {
    expect(since(now)).toBe(at(expected).toISOString());
  });

  test("through the hour that the clocks skip, and the one that they show twice", () => {
    const always: Hours = { week: Array.from({ length: 7 }, () => ({ opens: 0, closes: 1440 })), closed: [] };
    expect(since("2026-03-08T03:02:00-04:00", 5, always)).toBe(at("2026-03-08T01:57:00-05:00").toISOString());
    expect(since("2026-11-01T01:02:00-05:00", 5, always)).toBe(at("2026-11-01T01:57:00-04:00").toISOString());
  });

  test("past closed days, however many", () => {
    const closed = Array.from({ length: 40 }, (_, day) => at(`2026-10-01T12:00:00Z`).getTime() + day * 86_400_000);
    const hours = { ...defaultHours, closed: closed.map((day) => new Date(day).toISOString().slice(0, 10)) };
    expect(since("2026-11-09T12:00:00-05:00", 5, hours)).toBe(at("2026-09-30T17:55:00-04:00").toISOString());
  });

  test("undefined where it is never open", () => {
    expect(since("2026-11-20T12:00:00-05:00", 5, { week: Array(7).fill(null), closed: [] })).toBeUndefined();
  });

  test("for any hours, zone and day, exactly that much business time has passed since", () => {
    const span = fc.option(
      fc.tuple(fc.nat(1440), fc.nat(1440)).map(([one, other]) => ({
        opens: Math.min(one, other, 1439),
        closes: Math.max(one, other, Math.min(one, other, 1439) + 1),
      })),
      { nil: null },
    );
    const week = fc.array(span, { minLength: 7, maxLength: 7 }).filter((days) => days.some((day) => day !== null));
    const zones = fc.constantFrom("America/New_York", "America/Los_Angeles", "America/Phoenix", "Australia/Lord_Howe");
    const moment = fc.date({ min: at("2025-01-01T00:00:00Z"), max: at("2027-12-31T00:00:00Z"), noInvalidDate: true });
    fc.assert(
      fc.property(week, zones, moment, fc.integer({ min: 1, max: 30_000 }), (days, zone, now, seconds) => {
        const hours = { week: days, closed: [] };
        const from = waitingSince(hours, zone, now, seconds);
        if (!from) return businessSeconds(hours, zone, new Date(now.getTime() - 300 * 86_400_000), now) < seconds;
        const later = new Date(from.getTime() + 1);
        return (
          businessSeconds(hours, zone, from, now) === seconds && businessSeconds(hours, zone, later, now) < seconds
        );
      }),
      { numRuns: 200 },
    );
  });
});

describe("thresholds", () => {
  test.each([
    [{ failed: 4, sent: 4 }, false],
    [{ failed: 5, sent: 5 }, true],
    [{ failed: 5, sent: 50 }, true],
    [{ failed: 5, sent: 51 }, false],
    [{ failed: 100, sent: 1000 }, true],
  ])("%o of the last hour's texts: %s", (counts, expected) => {
    expect(isFailing(counts, defaultAlertRules)).toBe(expected);
    expect(isFailing(counts, { ...defaultAlertRules, failures_on: 0 })).toBe(false);
  });

  test.each([
    [{ today: 4, before: 0 }, false],
    [{ today: 5, before: 0 }, true],
    [{ today: 5, before: 46 }, true],
    [{ today: 5, before: 47 }, false],
    [{ today: 30, before: 280 }, true],
    [{ today: 29, before: 280 }, false],
  ])("%o opt-outs in the last day and the 28 before: %s", (counts, expected) => {
    expect(isSpike(counts, defaultAlertRules)).toBe(expected);
    expect(isSpike(counts, { ...defaultAlertRules, optouts_on: 0 })).toBe(false);
  });
});

describe("sentences", () => {
  test("of a customer who waits", () => {
    expect(untouchedWhy("Ann Lee", 5, at("2026-11-20T22:58:00Z"), newYork)).toBe(
      "Ann Lee has waited 5 minutes in business hours for a reply, since Fri, Nov 20, 5:58 PM.",
    );
    const waited = (minutes: number) => untouchedWhy("Ann Lee", minutes, at("2026-11-20T22:58:00Z"), newYork);
    expect(waited(1)).toContain("has waited 1 minute in");
    expect(waited(60)).toContain("has waited 1 hour in");
    expect(waited(130)).toContain("has waited 2 hours 10 minutes in");
  });

  test("of texts and customers in numbers", () => {
    expect(failuresWhy({ failed: 6, sent: 41 })).toBe("6 of 41 texts failed in the last hour (15%).");
    expect(optoutsWhy({ today: 7, before: 20 })).toBe("7 customers opted out in 24 hours. Usually 0.7 a day.");
  });

  test("of an import", () => {
    const rows = { rows_added: 12, rows_updated: 3, rows_rejected: 1, error: "" };
    expect(importWhy({ state: "done", file_name: "fall.csv", ...rows })).toBe(
      "Import of fall.csv finished: 12 added, 3 updated, 1 rejected.",
    );
    expect(importWhy({ state: "failed", file_name: "", ...rows, error: "Try again." })).toBe(
      "Import of pasted contacts failed; nothing was added. Try again.",
    );
  });

  test.each([
    [{ answered_by: "Bea Fox" }, "Bea Fox replied."],
    [{ waiting_since: null }, "Marked as replied."],
    [{ is_closed: 1 }, "Conversation closed."],
    [{ is_deleted: true, waiting_since: null }, "Customer deleted."],
    [{}, "Alert rule or business hours changed."],
  ])("of the end, %o", (more, expected) => {
    const waits = { answered_by: null, waiting_since: at("2026-11-20T22:58:00Z"), is_closed: 0, is_deleted: false };
    expect(untouchedHow({ ...waits, ...more })).toBe(expected);
  });

  test.each([
    [0, "0 s"],
    [59, "59 s"],
    [60, "1 min"],
    [3_599, "59 min"],
    [3_600, "1 h"],
    [11_100, "3 h 5 min"],
    [86_400, "1 d"],
    [187_000, "2 d 3 h"],
  ])("%i seconds lasted %s", (seconds, expected) => {
    const from = at("2026-11-20T00:00:00Z");
    expect(lastedText(from, new Date(from.getTime() + seconds * 1000))).toBe(expected);
  });
});
