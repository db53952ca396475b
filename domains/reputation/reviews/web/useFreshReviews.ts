import { useQueryClient } from "@tanstack/react-query";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { reviewEvents, reviews } from "../contract.ts";

/** Keeps the reviews fresh: others of the team reply and assign at any time. */
export function useFreshReviews(): void {
  const cache = useQueryClient();
  const refresh = useThrottledCallback(() => {
    for (const { name } of [reviews.table, reviews.overview]) void cache.invalidateQueries({ queryKey: [name] });
  });
  useRealtimeEvent(reviewEvents.changed, refresh);
  useOnReconnect(refresh);
}
