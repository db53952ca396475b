import { useQueryClient } from "@tanstack/react-query";
import { useCall } from "#core/web/call/useCall.ts";
import { MenuCount } from "#core/web/layout/MenuCount.tsx";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { taskEvents, tasks } from "../contract.ts";

/** The menu's count of the person's open tasks, red while one is overdue. */
export function OpenTasksBadge() {
  const cache = useQueryClient();
  const refresh = useThrottledCallback(() => void cache.invalidateQueries({ queryKey: [tasks.counts.name] }));
  useRealtimeEvent(taskEvents.changed, refresh);
  useOnReconnect(refresh);
  const { mine = 0, mine_overdue = 0 } = useCall(tasks.counts, {}, { staleTime: 60_000 }).data ?? {};
  const label = mine === 1 ? "1 task" : `${mine} tasks`;
  return (
    <MenuCount
      count={mine}
      label={mine_overdue > 0 ? `${label}, ${mine_overdue} overdue` : label}
      urgent={mine_overdue > 0}
    />
  );
}
