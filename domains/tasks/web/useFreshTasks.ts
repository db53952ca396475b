import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "#core/web/call/api.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useCan } from "#core/web/session/useCan.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { appointmentEvents } from "#domains/appointments/contract.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { taskEvents, tasks } from "../contract.ts";

/** Milliseconds between refetches: tasks become overdue without any event. */
const aMinute = 60_000;

/** Keeps the tasks fresh: actions in the inbox or on appointments can end some at once. */
export function useFreshTasks(): void {
  const cache = useQueryClient();
  const maySettle = useCan(tasks.settle);
  const refresh = useThrottledCallback(() => {
    for (const { name } of [tasks.table, tasks.counts]) void cache.invalidateQueries({ queryKey: [name] });
  });
  // Refreshes even when the call fails: the chat's member may have changed, and the minute's job ends the rest.
  const settleAndRefresh = useThrottledCallback(() => {
    if (maySettle) void api(tasks.settle).then(refresh, refresh);
    else refresh();
  });
  useRealtimeEvent(taskEvents.changed, refresh);
  useRealtimeEvent(inboxEvents.messageOpen, settleAndRefresh);
  useRealtimeEvent(inboxEvents.chatChanged, settleAndRefresh);
  useRealtimeEvent(appointmentEvents.changed, settleAndRefresh);
  useOnReconnect(settleAndRefresh);
  useEffect(() => {
    const timer = setInterval(refresh, aMinute);
    return () => clearInterval(timer);
  }, [refresh]);
}
