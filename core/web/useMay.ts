import { useCallback } from "react";
import type { Call } from "#core/call.ts";
import { onlyLookingText } from "#core/failure.ts";
import { allows } from "#core/people.ts";
import type { Session } from "./createSession.ts";
import { useSession } from "./session.ts";

/** Whoever only looks into an account is not let near this call. */
const isClosed = (call: Call, person: Session | undefined) => Boolean(person?.visiting && !call.visitors);

/** True when the signed-in person may use this call: what the server would refuse is not offered. */
export function useMay(call: Call): boolean {
  return useMayEach()(call);
}

/** The same of any number of calls. */
export function useMayEach(): (call: Call) => boolean {
  const session = useSession();
  return useCallback(
    (call) => session !== undefined && !isClosed(call, session) && allows(call.allow, session.user_type),
    [session],
  );
}

/** Why nothing can be done with this call where something else is offered with it; empty for those who may. */
export function useWhyNot(call: Call): string {
  return isClosed(call, useSession()) ? onlyLookingText : "";
}
