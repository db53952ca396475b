import { useQueryClient } from "@tanstack/react-query";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { reviewInviteEvents, reviewInvites } from "../contract.ts";

/** Keeps the table fresh: customers open and follow their links at any time. */
export function useFreshInvites(): void {
  const cache = useQueryClient();
  const refresh = useThrottledCallback(() => {
    void cache.invalidateQueries({ queryKey: [reviewInvites.table.name] });
  });
  useRealtimeEvent(reviewInviteEvents.changed, refresh);
  useOnReconnect(refresh);
}
