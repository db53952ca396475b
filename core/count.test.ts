import fc from "fast-check";
import { expect, test } from "vitest";
import { countText, nounCount, nounFor } from "./count.ts";

test("a number is formatted as in the US", () => {
  const numbers = fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.integer({ min: -9_999, max: 99_999 }).map((n) => n / 8),
  );
  fc.assert(
    fc.property(numbers, (count) => {
      expect(countText(count)).toBe(count.toLocaleString("en-US"));
    }),
  );
});

test.each([
  [0, "lead", undefined, "0 leads"],
  [1, "lead", undefined, "1 lead"],
  [2, "lead", undefined, "2 leads"],
  [12_345, "lead", undefined, "12,345 leads"],
  [1, "person", "people", "1 person"],
  [3, "person", "people", "3 people"],
])("%s %s", (count, one, many, text) => {
  expect(nounCount(count, one, many)).toBe(text);
  expect(text.endsWith(nounFor(count, one, many))).toBe(true);
});
