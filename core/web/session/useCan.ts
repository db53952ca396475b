import { useCallback } from "react";
import type { Call } from "#core/call.ts";
import { readOnlyAccessText } from "#core/failure.ts";
import { allows } from "#core/people.ts";
import type { Session } from "./createSession.ts";
import { useSession } from "./session.ts";

/** Support access is read-only: calls that are not open to it are denied. */
const isReadOnlyFor = (call: Call, person: Session | undefined) => Boolean(person?.visiting && !call.supportAccess);

/** True when the signed-in user may make this call: the UI hides what the server would refuse. */
export function useCan(call: Call): boolean {
  return useCanEach()(call);
}

/** The same check for any number of calls. */
export function useCanEach(): (call: Call) => boolean {
  const session = useSession();
  return useCallback(
    (call) => session !== undefined && !isReadOnlyFor(call, session) && allows(call.allow, session.user_type),
    [session],
  );
}

/** Why this call is denied, to show where it can't be hidden; empty for those who may make it. */
export function useDeniedReason(call: Call): string {
  return isReadOnlyFor(call, useSession()) ? readOnlyAccessText : "";
}
