import { useCallback } from "react";
import type { Call } from "#core/call.ts";
import { onlyLookingText } from "#core/failure.ts";
import { allows } from "#core/people.ts";
import { useSession } from "./session.ts";

/** True when the signed-in person may use this call: what the server would refuse is not offered. */
export function useMay(call: Call): boolean {
  return useMayEach()(call);
}

/** The same of any number of calls. */
export function useMayEach(): (call: Call) => boolean {
  const session = useSession();
  return useCallback(
    (call) => session !== undefined && !(session.visiting && !call.visitors) && allows(call.allow, session.user_type),
    [session],
  );
}

/** Why nothing can be done with this call where something else is offered with it; empty for those who may. */
export function useWhyNot(call: Call): string {
  const isClosed = useSession()?.visiting && !call.visitors;
  return isClosed ? onlyLookingText : "";
}
