import { expect, test } from "vitest";
import { isLeakedPassword } from "./password.ts";

test.each(["Trustno1", "Charlie123", "Passw0rd", "123456789a", "1a2b3c4d5e6f", "gfhjkm123", "Zxcvbnm123"])(
  "%s is refused",
  async (password) => {
    expect(await isLeakedPassword(password)).toBe(true);
  },
);

test.each([
  "Blue-Kettle-17",
  "Harbor-lights-7",
  "correct horse battery staple",
  "",
  "\n",
  "123456\npassword",
  "ÄÖÜ-Straße-9",
])("%j is accepted", async (password) => {
  expect(await isLeakedPassword(password)).toBe(false);
});
