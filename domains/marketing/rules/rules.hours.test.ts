import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areaCodes } from "#core/areaCodes.ts";
import { daysLater, wallTimeAt } from "#core/wallTime.ts";
import { inDepth } from "#testing/deep.ts";
import {
  anyState,
  closesAt,
  everyDay,
  isAllowed,
  isReplaced,
  locateRecipient,
  nextAllowed,
  problemOf,
  initialQuietHours as rules,
  windowOn,
} from "./rules.ts";

const eastern = { zones: ["America/New_York"], states: ["NY"], isGuess: false } as const;

describe("the window of a day", () => {
  // 2026-11-22 is a Sunday.
  test.each([
    ["NY", "2026-11-22", "8-21"],
    ["FL", "2026-11-22", "8-20"],
    ["CT", "2026-11-23", "9-20"],
    ["TX", "2026-11-22", "12-21"],
    ["TX", "2026-11-23", "9-21"],
    ["RI", "2026-11-22", "10-17"],
    ["RI", "2026-11-23", "9-18"],
  ] as const)("%s on %s is %s", (state, date, hours) => {
    const { from, to } = windowOn(date, { states: [state], isGuess: false }, rules);
    expect(`${from / 60}-${to / 60}`).toBe(hours);
  });

  test("several states share the strictest hours, and an unknown phone the middle of the day", () => {
    expect(windowOn("2026-11-23", { states: ["CT", "RI"], isGuess: false }, rules)).toEqual({ from: 540, to: 1080 });
    expect(windowOn("2026-11-22", { states: anyState, isGuess: true }, rules)).toEqual({ from: 720, to: 1020 });
  });

  test("a newer rule holds from its day on, and none goes beyond 8:00 to 21:00", () => {
    const stricter = { state: "NY", weekdays: everyDay, from: 600, to: 1080, since: "2026-12-01" } as const;
    const looser = { ...stricter, from: 0, to: 1440, since: "2027-01-01" };
    const all = [stricter, ...rules, looser];
    const hours = (date: string) => windowOn(date, { states: ["NY"], isGuess: false }, all);
    expect(hours("2026-11-30")).toEqual({ from: 480, to: 1260 });
    expect(hours("2026-12-01")).toEqual({ from: 600, to: 1080 });
    expect(hours("2027-01-01")).toEqual({ from: 480, to: 1260 });
  });
});

test("20:59:59 is allowed, 21:00:00 is not", () => {
  expect(isAllowed(new Date("2026-11-24T01:59:59Z"), eastern, rules)).toBe(true);
  expect(isAllowed(new Date("2026-11-24T02:00:00Z"), eastern, rules)).toBe(false);
  expect(closesAt(new Date("2026-11-23T20:00:00Z"), eastern, rules).toISOString()).toBe("2026-11-24T02:00:00.000Z");
});

const locations = [
  ...areaCodes.map((code) => ({ time_zone: "", address: "", phone: `+1${code}5550123` })),
  { time_zone: "", address: "", phone: "+18005550123" },
  { time_zone: "America/Denver", address: "", phone: "" },
  { time_zone: "Asia/Kathmandu", address: "", phone: "" },
];
const areas = fc.constantFrom(...locations).map((facts) => locateRecipient(facts, "America/Chicago"));
const from = Date.parse("2026-01-01T00:00:00Z");
const instants = fc.integer({ min: from, max: Date.parse("2030-12-31T00:00:00Z") }).map((ms) => new Date(ms));

/** The same by the law as people write it, to judge the rules. */
function isInsideAllWindows(instant: Date, area: ReturnType<typeof locateRecipient>): boolean {
  return area.zones.every((zone) => {
    const { date, minutes } = wallTimeAt(instant, zone);
    const sunday = new Date(`${date}T00:00:00Z`).getUTCDay() === 0;
    const weekend = sunday || new Date(`${date}T00:00:00Z`).getUTCDay() === 6;
    return area.states.every((state) => {
      const hour = minutes / 60;
      if (hour < 8 || hour >= 21) return false;
      if (["FL", "OK", "MD", "MS", "NJ", "CT"].includes(state) && hour >= 20) return false;
      if (["CT", "TX"].includes(state) && hour < 9) return false;
      if (state === "TX" && sunday && hour < 12) return false;
      if (state === "RI") return weekend ? hour >= 10 && hour < 17 : hour >= 9 && hour < 18;
      return true;
    });
  });
}

test("the next allowed instant is inside every window, stays, and comes within a week", () => {
  fc.assert(
    fc.property(areas, instants, (area, instant) => {
      const next = nextAllowed(instant, area, rules);
      if (!next) throw new Error("never");
      expect(next.getTime()).toBeGreaterThanOrEqual(instant.getTime());
      expect(next.getTime() - instant.getTime()).toBeLessThan(7 * 86_400_000);
      expect(isInsideAllWindows(next, area)).toBe(true);
      expect(nextAllowed(next, area, rules)).toEqual(next);
      expect(isAllowed(next, area, rules)).toBe(true);
    }),
    { numRuns: inDepth(3_000, 500) },
  );
});

/** The Sundays of 2026 to 2030 on which US clocks change. */
const clockChanges = [2026, 2027, 2028, 2029, 2030].flatMap((year) => {
  const sundays = (month: string) =>
    Array.from({ length: 14 }, (_, day) => daysLater(`${year}-${month}-01`, day)).filter(
      (date) => new Date(`${date}T00:00:00Z`).getUTCDay() === 0,
    );
  return [sundays("03")[1], sundays("11")[0]].flatMap((date) => date ?? []);
});

test.each(clockChanges)("around %s texts leave in the morning by each zone's new clocks", (sunday) => {
  for (const zone of [
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Los_Angeles",
    "America/Phoenix",
  ]) {
    const area = { zones: [zone], states: ["GA"], isGuess: false } as const;
    for (const hour of [0, 3, 6, 9, 12]) {
      const night = new Date(`${sunday}T${String(hour).padStart(2, "0")}:00:00Z`);
      const next = nextAllowed(night, area, rules);
      const shown = next && wallTimeAt(next, zone);
      if (!isAllowed(night, area, rules)) expect(shown?.minutes).toBe(8 * 60);
    }
  }
});

test("rules that leave no hour send nothing", () => {
  const never = { state: "NY", weekdays: everyDay, from: 720, to: 720, since: "2020-01-01" } as const;
  expect(nextAllowed(new Date("2026-11-23T15:00:00Z"), eastern, [...rules, never])).toBeUndefined();
});

const hoursOf = (more: object = {}) => {
  return {
    state: "TX",
    weekdays: 126,
    from_minute: 540,
    to_minute: 1200,
    since: "2026-12-01",
    source: "A law",
    ...more,
  };
};

test.each([
  [{}, undefined],
  [{ state: "tx" }, undefined],
  [{ state: "" }, undefined],
  [{ state: "XX" }, "state"],
  [{ state: "'; drop table quiet_hours" }, "state"],
  [{ from_minute: 479 }, "from_minute"],
  [{ to_minute: 1261 }, "to_minute"],
  [{ from_minute: 1200 }, "to_minute"],
  [{ since: "2026-11-22" }, "since"],
  [{ since: "2026-11-23" }, undefined],
  [{ since: "2026-13-45" }, "since"],
  [{ since: "tomorrow" }, "since"],
])("hours with %o: %s is wrong", (more, field) => {
  expect(problemOf(hoursOf(more), [], "2026-11-23")?.field).toBe(field);
});

test("two rules of a state never start on one day for the same weekday", () => {
  const others = [hoursOf({ weekdays: 1 }), hoursOf({ state: "FL", weekdays: 127 })];
  expect(problemOf(hoursOf(), others, "2026-11-23")).toBeUndefined();
  expect(problemOf(hoursOf({ weekdays: 127 }), others, "2026-11-23")?.field).toBe("weekdays");
  // The same days: the rule itself is changed.
  expect(problemOf(hoursOf({ weekdays: 1 }), others, "2026-11-23")).toBeUndefined();
});

test("hours are replaced once later ones hold on all of their days", () => {
  const old = hoursOf({ weekdays: 65, since: "2026-01-01" });
  const sunday = hoursOf({ weekdays: 1, since: "2026-02-01" });
  const saturday = hoursOf({ weekdays: 64, since: "2026-03-01" });
  expect(isReplaced(old, [old, sunday], "2026-06-01")).toBe(false);
  expect(isReplaced(old, [old, sunday, saturday], "2026-02-15")).toBe(false);
  expect(isReplaced(old, [old, sunday, saturday], "2026-03-01")).toBe(true);
  expect(isReplaced(saturday, [old, sunday, saturday], "2026-03-01")).toBe(false);
});
