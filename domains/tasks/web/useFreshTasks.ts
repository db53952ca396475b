import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "#core/web/api.ts";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { useGathered } from "#core/web/useGathered.ts";
import { useMay } from "#core/web/useMay.ts";
import { appointmentEvents } from "#domains/appointments/contract.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { taskEvents, tasks } from "../contract.ts";

/** Milliseconds between refetches: tasks become overdue without any event. */
const aMinute = 60_000;

/** Keeps the tasks fresh: actions in the inbox or on appointments can end some at once. */
export function useFreshTasks(): void {
  const cache = useQueryClient();
  const maySettle = useMay(tasks.settle);
  const refresh = useGathered(() => {
    for (const { name } of [tasks.table, tasks.counts]) void cache.invalidateQueries({ queryKey: [name] });
  });
  // Refreshes even when the call fails: the chat's member may have changed, and the minute's job ends the rest.
  const settleAndRefresh = useGathered(() => {
    if (maySettle) void api(tasks.settle).then(refresh, refresh);
    else refresh();
  });
  useEvent(taskEvents.changed, refresh);
  useEvent(inboxEvents.messageOpen, settleAndRefresh);
  useEvent(inboxEvents.chatChanged, settleAndRefresh);
  useEvent(appointmentEvents.changed, settleAndRefresh);
  useOnReconnect(settleAndRefresh);
  useEffect(() => {
    const timer = setInterval(refresh, aMinute);
    return () => clearInterval(timer);
  }, [refresh]);
}
