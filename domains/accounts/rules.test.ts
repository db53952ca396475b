import fc from "fast-check";
import { expect, test } from "vitest";
import { roles } from "#core/people.ts";
import {
  absoluteSeconds,
  accountLimits,
  counterOf,
  guessLimit,
  idleSeconds,
  initialsOf,
  initialsOfName,
  isBrowserToken,
  loginStatusOf,
  nextStep,
  passwordLimit,
  trialDaysLeft,
} from "./rules.ts";

test.each([
  ["Ana", "Diaz", "AD"],
  [" ana ", "diaz", "AD"],
  ["Ana", "", "A"],
  ["", "Diaz", "D"],
  ["", "", ""],
  ["élise", "Ørsted", "ÉØ"],
  ["😀 Joy", "Li", "😀L"],
])("%j %j has the initials %j", (first_name, last_name, initials) => {
  expect(initialsOf(first_name, last_name)).toBe(initials);
});

test.each([
  ["Ana Diaz", "AD"],
  ["  ana   de la cruz ", "AC"],
  ["J.", "J"],
  ["", ""],
])("the initials of %j are %j", (whole, initials) => {
  expect(initialsOfName(whole)).toBe(initials);
});

test("initials are at most two characters before uppercasing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (first_name, last_name) => {
      // Letters such as ß can become several in uppercase.
      expect([...initialsOf(first_name, last_name)].length).toBeLessThanOrEqual(6);
      expect(initialsOf(first_name, last_name)).toBe(initialsOf(first_name, last_name).trim());
    }),
  );
});

test("a session lasts 30 days at most, a remembered one 90", () => {
  expect(absoluteSeconds(0)).toBe(30 * 24 * 3600);
  expect(absoluteSeconds(1)).toBe(90 * 24 * 3600);
});

test("a session lasts 12 hours unused, a remembered one 30 days", () => {
  expect(idleSeconds(0)).toBe(12 * 3600);
  expect(idleSeconds(1)).toBe(30 * 24 * 3600);
});

test("everybody signs in directly, or with a code if the business requires one; the operator never needs one", () => {
  const off = { enable_otp_parent: false, enable_otp_team: false, two_factor_number: "+19095550123" };
  const of = (settings: typeof off) => roles.map((role) => loginStatusOf(role, settings));
  expect(of(off)).toEqual(["superadmin", "okay", "okay", "okay"]);
  expect(of({ ...off, enable_otp_parent: true })).toEqual(["superadmin", "otp", "okay", "okay"]);
  expect(of({ ...off, enable_otp_team: true })).toEqual(["superadmin", "okay", "otp", "otp"]);
  const unproved = { enable_otp_parent: true, enable_otp_team: true, two_factor_number: "" };
  expect(of(unproved)).toEqual(["superadmin", "number", "number", "number"]);
});

test.each([
  ["2026-05-10T12:00:00Z", undefined],
  ["2026-05-08T12:00:01Z", undefined],
  ["2026-05-08T12:00:00Z", 7],
  ["2026-05-07T12:00:01Z", 7],
  ["2026-05-07T12:00:00Z", 6],
  ["2026-05-02T12:00:00Z", 1],
  ["2026-05-01T12:00:01Z", 1],
  ["2026-05-01T12:00:00Z", undefined],
  ["2026-04-30T12:00:00Z", undefined],
  [null, undefined],
])("on May 1 at noon a trial until %s shows %j days left", (ends, days) => {
  expect(trialDaysLeft(ends, new Date("2026-05-01T12:00:00Z"))).toBe(days);
});

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

test.each(["okay", "superadmin"] as const)("%s completes the sign-in", (status) => {
  expect(nextStep(status)).toEqual({ isComplete: true });
});

test("a second factor keeps the sign-in pending and leads to its screen", () => {
  expect(nextStep("otp")).toEqual({ isComplete: false, to: "/login/two-factor-authentication-check" });
  expect(nextStep("number")).toEqual({ isComplete: false, to: "/login/phoneNumber" });
});
