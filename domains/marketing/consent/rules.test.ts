import { expect, test } from "vitest";
import { maskedAddress } from "./rules.ts";

test.each([
  ["ana@example.com", "a•••@example.com"],
  ["a@example.com", "a•••@example.com"],
  ["", ""],
  ["erased:123", ""],
])("%s is shown as %s", (address, shown) => {
  expect(maskedAddress(address)).toBe(shown);
});
