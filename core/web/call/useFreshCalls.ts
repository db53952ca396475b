import { useQueryClient } from "@tanstack/react-query";
import type { Call } from "#core/call.ts";
import type { PayloadOf, RealtimeEvent } from "#core/event.ts";
import { useOnReconnect, useRealtimeEvent } from "../realtime/realtime.ts";
import { useThrottledCallback } from "../useThrottledCallback.ts";

/**
 * Asks calls again when one of the events arrives, and after a connection in which one may have been missed: at once, then
 * at most every two seconds.
 *
 * @param isShown whether what an event is about is on the screen; default: always.
 */
export function useFreshCalls<E extends RealtimeEvent>(
  calls: readonly Pick<Call, "name">[],
  events: E | readonly E[],
  isShown: (payload: PayloadOf<E>) => boolean = () => true,
): void {
  const cache = useQueryClient();
  const refresh = useThrottledCallback(() => {
    for (const { name } of calls) void cache.invalidateQueries({ queryKey: [name] });
  });
  useRealtimeEvent(events, (payload) => {
    if (isShown(payload)) refresh();
  });
  useOnReconnect(refresh);
}
