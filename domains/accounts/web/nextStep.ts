import type { LoginUser } from "#domains/accounts/contract.ts";

type Step = { lasting: true } | { lasting: false; to: string };

/**
 * What a login_status leads to. A completed sign-in is kept and leads to the person's home; one that waits for its second
 * factor is kept for this tab only.
 */
export function nextStep(status: LoginUser["login_status"]): Step {
  if (status === "otp") return { lasting: false, to: "/login/two-factor-authentication-check" };
  if (status === "number") return { lasting: false, to: "/login/phoneNumber" };
  return { lasting: true };
}
