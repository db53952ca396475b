import { session } from "#core/web/session.ts";
import { toast } from "#core/web/toast.tsx";
import { useCall } from "#core/web/useCall.ts";
import { useSend } from "#core/web/useSend.ts";
import { accounts } from "#domains/accounts/contract.ts";

export { useProceed } from "./useProceed.ts";

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
      toast.of(status, message);
    },
    onFailure: () => session.end(preferences),
  });
}
