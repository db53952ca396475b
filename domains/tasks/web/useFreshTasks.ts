import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "#core/web/api.ts";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { useGathered } from "#core/web/useGathered.ts";
import { useMay } from "#core/web/useMay.ts";
import { appointmentEvents } from "#domains/appointments/contract.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { taskEvents, tasks } from "../contract.ts";

/** Milliseconds after which a task may have become overdue without anybody having done anything. */
const aMinute = 60_000;

/** Keeps the tasks up to date: what somebody does in the inbox or with an appointment ends some at once. */
export function useFreshTasks(): void {
  const cache = useQueryClient();
  const maySettle = useMay(tasks.settle);
  const refresh = useGathered(() => {
    for (const { name } of [tasks.table, tasks.counts]) void cache.invalidateQueries({ queryKey: [name] });
  });
  // What could not be ended now ends within the minute; whose chat it is may have changed besides.
  const look = useGathered(() => {
    if (maySettle) void api(tasks.settle).then(refresh, refresh);
    else refresh();
  });
  useEvent(taskEvents.changed, refresh);
  useEvent(inboxEvents.messageOpen, look);
  useEvent(inboxEvents.chatChanged, look);
  useEvent(appointmentEvents.changed, look);
  useOnReconnect(look);
  useEffect(() => {
    const timer = setInterval(refresh, aMinute);
    return () => clearInterval(timer);
  }, [refresh]);
}
