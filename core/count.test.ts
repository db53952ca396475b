import fc from "fast-check";
import { expect, test } from "vitest";
import { countText } from "./count.ts";

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
