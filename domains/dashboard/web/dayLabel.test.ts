import { expect, test } from "vitest";
import { dayLabel } from "./dayLabel.ts";

test.each([
  ["2026-11-21", "Nov 21"],
  ["2026-01-01", "Jan 1"],
  ["2026-11-21 00", "12 AM"],
  ["2026-11-21 15", "3 PM"],
])("%s is %s", (at, words) => {
  expect(dayLabel(at)).toBe(words);
});
