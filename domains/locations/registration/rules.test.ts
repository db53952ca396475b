import { expect, test } from "vitest";
import { hasDailyCap, isUnregisteredCode, mayReply, maySendMarketing } from "./rules.ts";

test.each([
  ["not_needed", true, true, false],
  ["missing", false, false, false],
  ["pending", false, false, false],
  ["registered", true, true, true],
  ["rejected", false, false, false],
  ["suspended", false, false, false],
] as const)(
  "%s: markets %s, replies where they are blocked %s, counted by day %s",
  (state, markets, replies, isCapped) => {
    expect(maySendMarketing(state)).toBe(markets);
    expect([mayReply(state, 0), mayReply(state, 1)]).toEqual([true, replies]);
    expect(hasDailyCap(state, "+19095550100")).toBe(isCapped);
    expect(hasDailyCap(state, "+18885550100")).toBe(false);
  },
);

test.each([
  ["30034", true],
  ["30032", true],
  ["30007", false],
  ["", false],
  [undefined, false],
])("the code %s says that a number isn't registered: %s", (code, expected) => {
  expect(isUnregisteredCode(code)).toBe(expected);
});
