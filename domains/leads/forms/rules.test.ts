import fc from "fast-check";
import { expect, test } from "vitest";
import { dueAfter, sinceOf, stateAfter } from "./rules.ts";

const now = new Date("2026-11-26T10:00:00Z");
const minutes = (to: Date) => (to.getTime() - now.getTime()) / 60_000;

test.each([
  [0, 0, 60],
  [1, 0, 5],
  [2, 0, 10],
  [3, 0, 20],
  [5, 0, 60],
  [50, 0, 60],
  [1, 1_800, 30],
  [1, 10_000_000, 1_440],
])("after %i failures and %i seconds asked for, a page is looked at in %i minutes", (failures, seconds, expected) => {
  expect(minutes(dueAfter(failures, now, seconds))).toBe(expected);
});

test("a page is looked at within the hour unless its provider asks for more, and never right away", () => {
  fc.assert(
    fc.property(fc.nat(1_000), (failures) => {
      const wait = minutes(dueAfter(failures, now));
      expect(wait >= 5 && wait <= 60).toBe(true);
    }),
  );
});

test("what is listed up to an hour late isn't missed, and two failures are none to speak of", () => {
  expect(sinceOf(now)).toEqual(new Date("2026-11-26T09:00:00Z"));
  expect([0, 1, 2, 3, 9].map(stateAfter)).toEqual(["ok", "ok", "ok", "failing", "failing"]);
});
