import { expect, test } from "vitest";
import { storable, storableText } from "./storable.ts";

test.each([
  ["plain", "plain"],
  ["", ""],
  ["a\u0000b", "a\uFFFDb"],
  ["\u0000\u0000", "\uFFFD\uFFFD"],
  ["lone \ud800 high", "lone \uFFFD high"],
  ["lone \udfff low", "lone \uFFFD low"],
  ["\udc00\ud800", "\uFFFD\uFFFD"],
  ["a pair 😀 stays", "a pair 😀 stays"],
  ["\u0001\u202e\uffff stay", "\u0001\u202e\uffff stay"],
])("%j becomes %j", (text, stored) => {
  expect(storableText(text)).toBe(stored);
});

test("cleans every text of plain data, keys too, and leaves the rest alone", () => {
  const at = new Date();
  const bytes = new Uint8Array([0, 1]);
  const value = { "a\u0000": ["\ud800", { b: "c\u0000" }], at, bytes, n: 1, none: null, missing: undefined };
  const cleaned = storable(value);
  expect(cleaned).toEqual({
    "a\uFFFD": ["\uFFFD", { b: "c\uFFFD" }],
    at,
    bytes,
    n: 1,
    none: null,
    missing: undefined,
  });
  expect(cleaned.at).toBe(at);
  expect(cleaned.bytes).toBe(bytes);
});
