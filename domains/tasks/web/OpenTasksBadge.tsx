import { useCall } from "#core/web/call/useCall.ts";
import { MenuCount } from "#core/web/layout/MenuCount.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { taskEvents, tasks } from "../contract.ts";

/** The menu's count of the person's open tasks, red while one is overdue. */
export function OpenTasksBadge() {
  useFreshCalls([tasks.counts], taskEvents.changed, { inBursts: true });
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
