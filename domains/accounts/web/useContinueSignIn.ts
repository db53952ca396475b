import { useLocation, useNavigate } from "react-router";
import { session } from "#core/web/session/session.ts";
import type { LoginUser } from "../contract.ts";
import { nextStep } from "../rules.ts";

/** Stores a sign-in, and opens the second-factor screen if one is required. */
export function useContinueSignIn(): (user: LoginUser) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (user) => {
    const step = nextStep(user.login_status);
    if (step.isComplete) session.start(user);
    else {
      session.startPending(user, user.two_factor_number, user.two_factor_notice);
      // The address asked for comes along.
      navigate(step.to + search);
    }
  };
}
