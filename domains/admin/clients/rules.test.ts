import { expect, test } from "vitest";
import { digitsOf } from "./contract.ts";
import { afterAsking, askAgainIn, priceOf } from "./rules.ts";

test("a number that is ours is taken, whenever that is found out", () => {
  expect([1, 6, 500].map((asked) => afterAsking("ours", asked))).toEqual(["take", "take", "take"]);
});

test("a number that is not ours may become it for some minutes, then it is not bought", () => {
  const asked = [1, 2, 3, 4, 5, 6];
  expect(asked.map((count) => afterAsking("not ours", count))).toEqual([...Array(5).fill("ask again"), "fail"]);
  const seconds = asked.slice(0, -1).reduce((sum, count) => sum + askAgainIn(count), 0);
  expect(seconds).toBeGreaterThan(180);
});

test("a carrier that can't be asked is given a day", () => {
  let [asked, seconds] = [1, 0];
  while (afterAsking("unclear", asked) === "ask again") {
    seconds += askAgainIn(asked);
    asked += 1;
  }
  expect(afterAsking("unclear", asked)).toBe("give up");
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
  expect(digitsOf(typed)).toBe(digits);
});

test("what texts cost is known only when a text's price is", () => {
  expect(priceOf(1200, "0.0079")).toBe("9.48");
  expect(priceOf(0, "0.0079")).toBe("0.00");
  expect(priceOf(1200, undefined)).toBeNull();
});
