import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { initialQuietHours as rules } from "#domains/marketing/rules/rules.ts";
import type { DailyRoom } from "#domains/quotas/rules.ts";
import {
  autoPauseReason,
  brakeValues,
  campaignReference,
  campaignStatusText,
  carrierDays,
  carrierDaysText,
  dueTime,
  forecastOf,
  isPast,
  parseCampaignReference,
  peopleTooLate,
  scheduleTimes,
} from "./rules.ts";

const now = new Date("2026-11-23T15:00:00Z");
const iso = (date: Date | undefined) => date?.toISOString();

test("a reference names its attempt, and no message's does", () => {
  const id = fc.integer({ min: 1, max: 999_999 });
  fc.assert(
    fc.property(id, id, id, fc.integer({ min: 1, max: 99 }), (dealer_id, campaign_id, n, attempt) => {
      const key = { dealer_id, campaign_id, n, attempt };
      expect(parseCampaignReference(campaignReference(key))).toEqual(key);
    }),
  );
  for (const other of ["1.2.3", "c.1.2.3", "c.1.2.3.x", "otp.1.2.3.4", ""]) {
    expect(parseCampaignReference(other)).toBeUndefined();
  }
});

test.each([
  ["draft", "", "-"],
  ["waiting", "", "Scheduled"],
  ["waiting", "Waiting for its list", "Waiting for its list"],
  ["preparing", "", "Preparing"],
  ["sending", "", "Sending 43%"],
  ["paused", "", "Paused"],
  ["paused", "its lists were deleted", "Paused: its lists were deleted"],
  ["sent", "", "Sent"],
  ["cancelled", "", "Canceled"],
  ["stopped", "Texting is stopped", "Stopped: Texting is stopped"],
] as const)("%s with %j reads %j", (state, why, text) => {
  expect(campaignStatusText({ state, why, done: 43, audience: 100, held_for: "" })).toBe(text);
});

test("a campaign that Rooftop holds says why, and a canceled one doesn't any more", () => {
  const held = { why: "", done: 0, audience: 100, held_for: "Complaints" };
  expect(campaignStatusText({ state: "paused", ...held })).toBe("Paused by Rooftop: Complaints");
  expect(campaignStatusText({ state: "sending", ...held })).toBe("Paused by Rooftop: Complaints");
  expect(campaignStatusText({ state: "cancelled", ...held })).toBe("Canceled");
  expect(campaignStatusText({ state: "draft", ...held })).toBe("-");
});

describe("the schedule", () => {
  const wall = { date: "2026-11-24", minutes: 9 * 60 };
  const zone = "America/Chicago";

  test("now begins at once, later at the location's time, zones with the first zone's", () => {
    expect(iso(scheduleTimes({ send_option: "now", wall: null, zone }, now).starts_at)).toBe(now.toISOString());
    const later = scheduleTimes({ send_option: "later", wall, zone }, now);
    expect(iso(later.starts_at)).toBe("2026-11-24T15:00:00.000Z");
    expect(iso(later.ends_by)).toBe("2026-11-27T15:00:00.000Z");
    // Nine o'clock on Guam, ten hours before Greenwich.
    const zones = scheduleTimes({ send_option: "timezone", wall, zone }, now);
    expect(iso(zones.starts_at)).toBe("2026-11-23T23:00:00.000Z");
  });

  test("a time is past only when it is past everywhere", () => {
    const today = { date: "2026-11-23", minutes: 9 * 60 };
    expect(isPast({ send_option: "later", wall: today, zone }, now)).toBe(true);
    expect(isPast({ send_option: "timezone", wall: today, zone }, now)).toBe(false);
    expect(isPast({ send_option: "timezone", wall: { date: "2026-11-22", minutes: 0 }, zone }, now)).toBe(true);
    expect(isPast({ send_option: "now", wall: null, zone }, now)).toBe(false);
  });

  const area = (...zones: string[]) => ({ zones, states: ["GA"], isGuess: false }) as const;

  test("a phone that may be in two zones gets it at the later one's time", () => {
    const schedule = { send_option: "timezone", wall, zone } as const;
    const { starts_at } = scheduleTimes(schedule, now);
    const due = (...zones: string[]) => iso(dueTime(schedule, starts_at, area(...zones), 1, rules));
    expect(due("America/New_York")).toBe("2026-11-24T14:00:00.000Z");
    expect(due("America/New_York", "America/Chicago")).toBe("2026-11-24T15:00:00.000Z");
  });

  test("who must wait for the morning is spread over its first twenty minutes", () => {
    const night = new Date("2026-11-24T05:00:00Z");
    const schedule = { send_option: "now", wall: null, zone } as const;
    const due = Array.from({ length: 400 }, (_, n) => dueTime(schedule, night, area("America/New_York"), n, rules));
    const minutes = due.map((at) => ((at?.getTime() ?? 0) - Date.parse("2026-11-24T13:00:00Z")) / 60_000);
    expect(Math.min(...minutes)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...minutes)).toBeLessThan(20);
    expect(new Set(minutes.map(Math.floor)).size).toBe(20);
  });
});

test.each([
  [{ handed: 49, filtered: 49, failed: 49, stopped: 49 }, undefined],
  [{ handed: 200, filtered: 6, failed: 40, stopped: 10 }, undefined],
  [{ handed: 200, filtered: 7, failed: 7, stopped: 0 }, "carriers filtered 7 of the last 200 texts"],
  [{ handed: 200, filtered: 0, failed: 41, stopped: 0 }, "carriers could not deliver 41 of the last 200 texts"],
  [{ handed: 100, filtered: 0, failed: 0, stopped: 6 }, "people opted out after 6 of the last 100 texts"],
])("%o brakes with %j", (results, why) => {
  expect(autoPauseReason(results)).toBe(why);
});

test.each([
  ["nobody", 0, 0, 1, 20_000, 0],
  ["as many as the days have", 80_000, 80_000, 100, 20_000, 0],
  ["more than the daily limit lets through", 100_000, 100_000, 100, 20_000, 20_000],
  ["as many as the number sends in three days", 129_600, 129_600, 1, 1_000_000, 0],
  ["more segments than the number sends", 100_000, 200_000, 1, 1_000_000, 35_200],
  ["a limit of 0", 10, 10, 1, 0, 10],
])("%s: counts whose turn comes after the end", (_, people, segments, segmentsPerSecond, daily_limit, tooLate) => {
  expect(
    peopleTooLate({ people, segments, segmentsPerSecond, left_today: daily_limit, daily_limit, carrier: null }),
  ).toBe(tooLate);
});

test.each<[string, number, DailyRoom | null, number]>([
  ["no carrier counts by day", 100_000, null, 0],
  ["all fit into today", 500, { left_today: 500, daily_limit: 2_000 }, 0],
  ["one is left for tomorrow", 501, { left_today: 500, daily_limit: 2_000 }, 2],
  ["today is used up", 4_000, { left_today: 0, daily_limit: 2_000 }, 2],
  ["the rest takes two more days", 2_501, { left_today: 500, daily_limit: 2_000 }, 3],
])("carriers' daily limit, when %s", (_, segments, carrier, days) => {
  expect(carrierDays(segments, carrier)).toBe(days);
});

test("carriers' daily limit leaves people out whom a campaign can't reach before its end", () => {
  const most = { left_today: 1_000_000, daily_limit: 1_000_000 };
  const carrier = { left_today: 2_000, daily_limit: 2_000 };
  const asked = { people: 10_000, segments: 20_000, segmentsPerSecond: 100, ...most, carrier };
  expect(peopleTooLate(asked)).toBe(6_000);
  expect(carrierDaysText(3, 2_000)).toBe("About 3 days at your carrier limit of 2,000 segments a day");
});

test("shows the brake with today's values, also before it can act", () => {
  const { limits, ...sample } = brakeValues({ handed: 40, filtered: 1, failed: 3, stopped: 0 });
  expect(sample).toEqual({ sample: 200, least: 50, handed: 40 });
  expect(limits.map(({ kind, count, percent, limit_percent }) => [kind, count, percent, limit_percent])).toEqual([
    ["filtered", 1, 2.5, 3],
    ["failed", 3, 7.5, 20],
    ["stopped", 0, 0, 5],
  ]);
  const before = brakeValues({ handed: 0, filtered: 0, failed: 0, stopped: 0 }).limits;
  expect(before.map(({ percent }) => percent)).toEqual([0, 0, 0]);
});

test.each([
  ["texts of one segment", { due: 600, segments: 1 }, 1, 10],
  ["longer ones", { due: 600, segments: 2 }, 1, 20],
  ["a faster number", { due: 600, segments: 2 }, 10, 2],
  ["nothing left", { due: 0, segments: 1 }, 1, 0],
])("forecasts %s", (_, left, segmentsPerSecond, minutes) => {
  const later_at = new Date("2026-11-24T15:00:00Z");
  const waiting = { later: 38, later_at, later_zones: "America/Chicago America/New_York" };
  const expected = { minutes, later: 38, later_at, later_zone: "America/Chicago", carrier_days: 0, carrier_limit: 0 };
  expect(forecastOf({ ...left, ...waiting }, segmentsPerSecond, null)).toEqual(expected);
});
