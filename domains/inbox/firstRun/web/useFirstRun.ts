import { useCall } from "#core/web/call/useCall.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { type FirstRun, firstRun } from "../contract.ts";
import { leftOf } from "../rules.ts";

/** The owner's first steps, while there are any left and they are not hidden. */
export function useFirstRun(): FirstRun | undefined {
  const isOwner = useCan(firstRun.steps);
  const { data } = useCall(firstRun.steps, {}, { enabled: isOwner, staleTime: 10_000 });
  return data && data.hidden === 0 && leftOf(data.steps) > 0 ? data : undefined;
}
