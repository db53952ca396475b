import { expect, test } from "vitest";
import { accountLimits, counterOf, guessLimit, isBrowserToken, passwordLimit } from "./rules.ts";

test("known browsers have counters of their own, one for each purpose", () => {
  const names = accountLimits.flatMap((limit) => [counterOf(limit, true), counterOf(limit, false)]);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain(counterOf(passwordLimit, false));
  expect(counterOf(guessLimit("sign_in"), false)).not.toBe(counterOf(guessLimit("phone"), false));
});

test.each([
  ["AAAAAAAAAAAAAAAAAAAAAA", true],
  ["AAAAAAAAAAAAAAAAAAAAA", false],
  ["AAAAAAAAAAAAAAAAAAAAAAA", false],
  ["AAAAAAAAAAAAAAAAAAAA;=", false],
  ["", false],
  [undefined, false],
])("the token %j", (token, expected) => {
  expect(isBrowserToken(token)).toBe(expected);
});
