import { expect, test } from "vitest";
import { searchDigits } from "./contract.ts";
import { nextSettlementStep, retryDelayAfter, textsPrice } from "./rules.ts";

test("a number that is ours is assigned, however late we learn it", () => {
  expect([1, 6, 500].map((attempts) => nextSettlementStep("ours", attempts))).toEqual(["take", "take", "take"]);
});

test("a number that is not ours is rechecked for some minutes, then the purchase failed", () => {
  const attempts = [1, 2, 3, 4, 5, 6];
  expect(attempts.map((count) => nextSettlementStep("not ours", count))).toEqual([
    ...Array(5).fill("ask again"),
    "fail",
  ]);
  const seconds = attempts.slice(0, -1).reduce((sum, count) => sum + retryDelayAfter(count), 0);
  expect(seconds).toBeGreaterThan(180);
});

test("an unreachable carrier is retried for a day", () => {
  let [attempts, seconds] = [1, 0];
  while (nextSettlementStep("unclear", attempts) === "ask again") {
    seconds += retryDelayAfter(attempts);
    attempts += 1;
  }
  expect(nextSettlementStep("unclear", attempts)).toBe("give up");
  expect(seconds / 3600).toBeGreaterThan(23);
  expect(seconds / 3600).toBeLessThan(25);
});

test.each([
  ["909", "909"],
  ["(909) 555", "909555"],
  ["+1 909", "909"],
  ["1-909-555-0142", "9095550142"],
  ["9a", "9"],
])("the digits of %j are %j", (typed, digits) => {
  expect(searchDigits(typed)).toBe(digits);
});

test("the cost of texts is null without a price", () => {
  expect(textsPrice(1200, "0.0079")).toBe("9.48");
  expect(textsPrice(0, "0.0079")).toBe("0.00");
  expect(textsPrice(1200, undefined)).toBeNull();
});
