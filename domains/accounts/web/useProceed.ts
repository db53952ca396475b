import { useNavigate } from "react-router";
import { session } from "#core/web/session.ts";
import type { LoginUser } from "#domains/accounts/contract.ts";
import { nextStep } from "./nextStep.ts";

/** Keeps a sign-in, and leads to its second factor where one is wanted. */
export function useProceed(): (user: LoginUser) => void {
  const navigate = useNavigate();
  return (user) => {
    const step = nextStep(user.login_status);
    if (step.lasting) session.start(user);
    else {
      session.startPending(user, user.two_factor_number);
      navigate(step.to);
    }
  };
}
