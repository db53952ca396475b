import { expect, test } from "vitest";
import { mailAddressKey } from "./recordEmailConsent.ts";

test.each([
  [" Ana@Example.COM ", "ana@example.com"],
  ["ana+cars@example.com", "ana+cars@example.com"],
  ["a.n.a@gmail.com", "a.n.a@gmail.com"],
  ["Ana@MÜLLER.example", "ana@xn--mller-kva.example"],
  ['"a@b"@example.com', '"a@b"@example.com'],
])("%s is known as %s", (address, key) => {
  expect(mailAddressKey(address)).toBe(key);
  expect(mailAddressKey(key)).toBe(key);
});
