import { expect, test } from "vitest";
import { leftToBuy, shopRefusals } from "./rules.ts";

test.each([
  [{ may_buy: 0, monthly_limit: 5, bought: 0 }, 0],
  [{ may_buy: 1, monthly_limit: 5, bought: 0 }, 5],
  [{ may_buy: 1, monthly_limit: 5, bought: 5 }, 0],
  // The operator lowered the limit afterwards.
  [{ may_buy: 1, monthly_limit: 2, bought: 5 }, 0],
])("of %o, %i are left", (facts, left) => {
  expect(leftToBuy(facts)).toBe(left);
});

test("the refusals name what to do instead", () => {
  expect(shopRefusals.limit(1)).toContain("your 1 number in");
  expect(shopRefusals.limit(5)).toContain("all 5 numbers");
  expect(shopRefusals.price("2.15")).toContain("$2.15 a month now");
});
