import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { confirmPasswordErrors, isCommonPassword, strongPassword } from "./passwords.ts";

const rules = "Password must be at least 8 characters, must contain at least 1 uppercase, 1 lowercase and 1 number";
const common = "This password is too common. Choose one that's harder to guess";

test.each([
  ["", "Password is required"],
  [undefined, "Password is required"],
  ["   ", "Password is required"],
  ["Short1a", rules],
  ["nocapital1", rules],
  ["NOSMALL12", rules],
  ["NoNumberHere", rules],
  ["Password1", common],
  [`Aa1${"x".repeat(198)}`, "Use at most 200 characters"],
])("a new password %j: %s", (value, text) => {
  const parsed = z.safeParse(strongPassword(), value);
  expect(parsed.error?.issues[0]?.message).toBe(text);
});

test.each([
  ["Blue-Kettle-17", "Blue-Kettle-17", {}],
  ["Blue-Kettle-17", "Blue-Kettle-18", { confirm_password: "Passwords do not match" }],
  ["Blue-Kettle-17", "blue-kettle-17", { confirm_password: "Passwords do not match" }],
  ["Blue-Kettle-17", "", { confirm_password: "Passwords do not match" }],
])("%j and then %j: %o", (password, confirm_password, texts) => {
  expect(confirmPasswordErrors({ password, confirm_password })).toEqual(texts);
});

test("a strong one is accepted unchanged", () => {
  expect(z.parse(strongPassword(), "Blue-Kettle-17")).toBe("Blue-Kettle-17");
});

describe("common passwords", () => {
  test.each([
    "password",
    "Password1",
    "PASSWORD123",
    "P@ssw0rd",
    "P@$$w0rd1!",
    "Passw0rd!",
    "Password2026",
    "Password123456",
    "Welcome1",
    "Welcome123!",
    "Letmein1",
    "Qwerty123",
    "Qwertyuiop1",
    "1q2w3e4r",
    "1Qaz2wsx",
    "Zaq12wsx",
    "Abc12345",
    "Abcd1234",
    "A1b2c3d4",
    "Iloveyou1",
    "Summer2025",
    "Winter2024!",
    "Mustang67",
    "Chevrolet1",
    "Dealership1",
    "Rooftop1",
    "Michael1",
    "Football99",
    "Dragon987654321",
    "Admin1234",
    "Changeme1",
    "123456",
    "qwerty",
    "111111",
    "Aa111111",
    "Aaaaaaa1",
    "Monkey_12",
    "Princess77777",
  ])("%s is one", (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([
    "Blue-Kettle-17",
    "Tx9!vbQ2mLr",
    "Passwordless-Meadow4",
    "Welcome to Maple St 9",
    "Summer482913",
    "correct horse battery staple",
    "Journey-4-all",
    "Test-password-1",
    "qwfpgjluyarst",
  ])("%s is not one", (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test("case and up to four trailing digits don't make a common password strong", () => {
    const word = fc.constantFrom("password", "sunshine", "corvette", "qazwsx", "jennifer");
    const upper = fc.infiniteStream(fc.boolean());
    fc.assert(
      fc.property(word, upper, fc.nat(9999), (common, flips, number) => {
        const mixed = [...common].map((letter) => (flips.next().value ? letter.toUpperCase() : letter)).join("");
        expect(isCommonPassword(`${mixed}${number}`)).toBe(true);
      }),
    );
  });

  test("random sixteen-letter ones are not common", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."bcfghkmpqrtvwxz"), minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(letters, (password) => {
        fc.pre(new Set(password).size > 3);
        expect(isCommonPassword(password)).toBe(false);
      }),
    );
  });
});
