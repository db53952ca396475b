import { expect, test } from "vitest";
import { nextStep } from "./nextStep.ts";

test.each(["okay", "superadmin"] as const)("%s completes the sign-in", (status) => {
  expect(nextStep(status)).toEqual({ isComplete: true });
});

test("a second factor keeps the sign-in pending and leads to its screen", () => {
  expect(nextStep("otp")).toEqual({ isComplete: false, to: "/login/two-factor-authentication-check" });
  expect(nextStep("number")).toEqual({ isComplete: false, to: "/login/phoneNumber" });
});
