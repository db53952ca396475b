import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { session } from "#core/web/session/session.ts";
import { accounts } from "#domains/accounts/contract.ts";

export { useContinueSignIn } from "./useContinueSignIn.ts";

/** The signed-in person, the business and the acting location. */
export function useProfile() {
  return useCall(accounts.profile, {}, { staleTime: 60_000 });
}

/** Signs out. This browser clears its data even if the server can't be reached. */
export function useLogout() {
  const preferences = session.preferences();
  return useSend(accounts.logout, {
    quiet: true,
    onSuccess: ({ status, message }) => {
      session.end(preferences);
      toast.show(status, message);
    },
    onFailure: () => session.end(preferences),
  });
}
