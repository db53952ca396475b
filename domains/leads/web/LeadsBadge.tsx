import { useCall } from "#core/web/call/useCall.ts";
import { MenuCount } from "#core/web/layout/MenuCount.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { leadCounts, leadEvents } from "#domains/leads/counts/contract.ts";

/** The menu's count of open leads that nobody has answered. */
export function LeadsBadge() {
  useFreshCalls([leadCounts.views], leadEvents.changed, { inBursts: true });
  const { untouched = 0 } = useCall(leadCounts.views, {}, { staleTime: 60_000 }).data ?? {};
  return <MenuCount count={untouched} label={untouched === 1 ? "1 untouched lead" : `${untouched} untouched leads`} />;
}
