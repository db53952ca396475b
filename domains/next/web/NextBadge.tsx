import { useCall } from "#core/web/call/useCall.ts";
import { MenuCount } from "#core/web/layout/MenuCount.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { leadEvents } from "#domains/leads/counts/contract.ts";
import { nextCounts } from "../counts/contract.ts";

/** Everything that brings an entry to the menu's count, or takes one away. */
const changes = [inboxEvents.messageOpen, inboxEvents.chatChanged, leadEvents.changed] as const;

/** The menu's count of who waits for the person. */
export function NextBadge() {
  useFreshCalls([nextCounts.mine], changes, { inBursts: true });
  const { waiting = 0 } = useCall(nextCounts.mine, {}, { staleTime: 60_000 }).data ?? {};
  return <MenuCount count={waiting} label={`${waiting} waiting`} />;
}
