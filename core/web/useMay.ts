import type { Call } from "#core/call.ts";
import { allows } from "#core/people.ts";
import { useSession } from "./session.ts";

/** True when the signed-in person may use this call: what the server would refuse is not offered. */
export function useMay(call: Call): boolean {
  const session = useSession();
  if (!session || (session.visiting && !call.visitors)) return false;
  return allows(call.allow, session.user_type);
}
