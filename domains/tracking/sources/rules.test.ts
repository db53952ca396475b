import fc from "fast-check";
import { expect, test } from "vitest";
import { readDollars } from "./fields.ts";
import { costOf, monthAt, monthLater, monthRange } from "./rules.ts";

test.each([
  ["1250", 125_000],
  ["1,250.00", 125_000],
  ["$1,250.5", 125_050],
  [" $ 0.05 ", 5],
  ["0", 0],
  ["10,000,000", 1_000_000_000],
  ["10,000,000.01", undefined],
  ["1,25", undefined],
  ["1.234", undefined],
  ["-5", undefined],
  ["1e3", undefined],
  ["", undefined],
  ["١٢", undefined],
])("%j is %s cents", (typed, cents) => {
  expect(readDollars(typed)).toBe(cents);
});

test("months follow each other without a gap or an overlap, in every zone", () => {
  const zones = ["America/New_York", "America/Phoenix", "America/St_Johns", "Pacific/Honolulu", "America/Los_Angeles"];
  const month = fc.tuple(fc.integer({ min: 2020, max: 2099 }), fc.integer({ min: 1, max: 12 }));
  fc.assert(
    fc.property(month, fc.constantFrom(...zones), ([year, number], zone) => {
      const one = `${year}-${String(number).padStart(2, "0")}`;
      const { from, to } = monthRange(one, zone);
      expect(monthRange(monthLater(one, 1), zone).from).toEqual(to);
      expect(monthLater(monthLater(one, 1), -1)).toBe(one);
      expect(monthAt(from, zone)).toBe(one);
      expect(monthAt(new Date(to.getTime() - 1), zone)).toBe(one);
      expect(monthAt(new Date(from.getTime() - 1), zone)).toBe(monthLater(one, -1));
    }),
  );
});

test("a cost needs spend and somebody", () => {
  expect([costOf(null, 3), costOf(100, 0), costOf(0, 3), costOf(1000, 3)]).toEqual([null, null, 0, 333]);
});
