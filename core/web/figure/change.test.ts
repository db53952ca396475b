import { expect, test } from "vitest";
import { changeOf } from "./change.ts";

test.each([
  [9, 6, "up", { direction: "up", text: "3", isGood: true }],
  [486, 434, "up", { direction: "up", text: "12%", isGood: true }],
  [12, 17, "down", { direction: "down", text: "5", isGood: true }],
  [16, 12, "down", { direction: "up", text: "4", isGood: false }],
  [318, 324, undefined, { direction: "down", text: "2%", isGood: undefined }],
  [4, 0, "up", { direction: "up", text: "4", isGood: true }],
  // A change too small for a percent is shown as it is.
  [10_001, 10_000, "up", { direction: "up", text: "1", isGood: true }],
] as const)("%i after %i, when %s is better", (now, before, better, change) => {
  expect(changeOf(now, before, better)).toEqual(change);
});

test("what stays the same has no change", () => {
  expect(changeOf(7, 7, "up")).toBeUndefined();
  expect(changeOf(0, 0)).toBeUndefined();
});
