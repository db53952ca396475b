import fc from "fast-check";
import { expect, test } from "vitest";
import { inDepth } from "#testing/deep.ts";
import { daysLater, instantAt, isZone, offsetAt, wallTimeAt, weekdayOf } from "./wallTime.ts";
import { zoneOptions } from "./zoneOptions.ts";

const at = (date: string, time: string) => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return { date, minutes: 60 * hours + minutes };
};

test.each([
  ["America/New_York", "2026-11-22", "09:00", "2026-11-22T14:00:00.000Z"],
  ["America/New_York", "2026-07-01", "09:00", "2026-07-01T13:00:00.000Z"],
  ["America/Phoenix", "2026-07-01", "09:00", "2026-07-01T16:00:00.000Z"],
  ["Asia/Kathmandu", "2026-07-01", "09:00", "2026-07-01T03:15:00.000Z"],
  // Skipped in spring: the clocks show 3:00 next.
  ["America/Chicago", "2026-03-08", "02:30", "2026-03-08T08:00:00.000Z"],
  // Repeated in autumn: the first.
  ["America/Chicago", "2026-11-01", "01:30", "2026-11-01T06:30:00.000Z"],
])("in %s %s %s is %s", (zone, date, time, instant) => {
  expect(instantAt(at(date, time), zone, "next").toISOString()).toBe(instant);
});

test("a skipped time can be refused", () => {
  expect(instantAt(at("2026-03-08", "02:30"), "America/Chicago", "refuse")).toBeUndefined();
  expect(instantAt(at("2026-03-08", "03:00"), "America/Chicago", "refuse")).toBeDefined();
});

const zones = fc.constantFrom(...zoneOptions.map(({ zone }) => zone));
const days = fc.integer({ min: 0, max: 5 * 365 }).map((later) => daysLater("2026-01-01", later));

test("a wall time's instant shows that wall time, unless the clocks skip it", () => {
  fc.assert(
    fc.property(zones, days, fc.integer({ min: 0, max: 1439 }), (zone, date, minutes) => {
      const instant = instantAt({ date, minutes }, zone, "next");
      const shown = wallTimeAt(instant, zone);
      if (instantAt({ date, minutes }, zone, "refuse")) {
        expect(shown).toEqual({ date, minutes });
        return;
      }
      const before = offsetAt(zone, instant.getTime() - 60_000);
      expect(offsetAt(zone, instant)).toBeGreaterThan(before);
    }),
    { numRuns: inDepth(2_000, 300) },
  );
});

test("knows zones and weekdays", () => {
  expect([isZone("America/New_York"), isZone("America/Nowhere"), isZone("")]).toEqual([true, false, false]);
  expect([weekdayOf("2026-11-22"), weekdayOf("2026-11-28")]).toEqual([0, 6]);
});
