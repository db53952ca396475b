import type { LoginUser } from "#domains/accounts/contract.ts";

type StepAfterSignIn = { isComplete: true } | { isComplete: false; to: string };

/** What follows a login_status. A pending sign-in lasts for this tab only. */
export function nextStep(status: LoginUser["login_status"]): StepAfterSignIn {
  if (status === "otp") return { isComplete: false, to: "/login/two-factor-authentication-check" };
  if (status === "number") return { isComplete: false, to: "/login/phoneNumber" };
  return { isComplete: true };
}
