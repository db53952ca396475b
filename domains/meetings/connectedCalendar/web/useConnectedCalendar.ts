import { useQueryClient } from "@tanstack/react-query";
import { useCall } from "#core/web/call/useCall.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { connectedCalendar, connectedCalendarEvents } from "../contract.ts";

/** It is looked at rarely and not for long, and has to be true then. */
const pollIntervalMs = 5_000;

/** The caller's connected calendar as it is now; undefined until that is known. */
export function useConnectedCalendar(enabled: boolean) {
  const cache = useQueryClient();
  const refresh = useThrottledCallback(() => {
    void cache.invalidateQueries({ queryKey: [connectedCalendar.get.name] });
  });
  useRealtimeEvent(connectedCalendarEvents.changed, refresh);
  useOnReconnect(refresh);
  return useCall(connectedCalendar.get, {}, { enabled, refetchInterval: pollIntervalMs }).data;
}
