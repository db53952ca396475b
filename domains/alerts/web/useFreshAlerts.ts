import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { alertEvents, alerts } from "../contract.ts";

/** Milliseconds between refetches. */
const minInterval = 2_000;

/** Refetches the alerts when some changed: at once, then at most every two seconds. */
export function useFreshAlerts(): void {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isStale = useRef(false);
  const refresh = useCallback(() => {
    if (timer.current !== undefined) {
      isStale.current = true;
      return;
    }
    for (const { name } of [alerts.open, alerts.table]) void cache.invalidateQueries({ queryKey: [name] });
    timer.current = setTimeout(() => {
      timer.current = undefined;
      if (isStale.current) refresh();
      isStale.current = false;
    }, minInterval);
  }, [cache]);
  useRealtimeEvent(alertEvents.changed, refresh);
  useOnReconnect(refresh);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
