import { useQueryClient } from "@tanstack/react-query";
import { useCall } from "#core/web/call/useCall.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { reviewConnectionEvents, reviewConnections } from "../contract.ts";

/** The location's connected sites, as they are now; undefined until that is known. */
export function useConnections() {
  const cache = useQueryClient();
  const refresh = useThrottledCallback(() => {
    void cache.invalidateQueries({ queryKey: [reviewConnections.all.name] });
  });
  useRealtimeEvent(reviewConnectionEvents.changed, refresh);
  useOnReconnect(refresh);
  return useCall(reviewConnections.all).data;
}
