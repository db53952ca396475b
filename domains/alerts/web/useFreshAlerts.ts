import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { alertEvents, alerts } from "../contract.ts";

/** Events that come within so many milliseconds of each other ask once. */
const together = 2_000;

/** Asks for the alerts again whenever some changed: at once, and then at most every two seconds. */
export function useFreshAlerts(): void {
  const cache = useQueryClient();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const missed = useRef(false);
  const refresh = useCallback(() => {
    if (pause.current !== undefined) {
      missed.current = true;
      return;
    }
    for (const { name } of [alerts.open, alerts.table]) void cache.invalidateQueries({ queryKey: [name] });
    pause.current = setTimeout(() => {
      pause.current = undefined;
      if (missed.current) refresh();
      missed.current = false;
    }, together);
  }, [cache]);
  useEvent(alertEvents.changed, refresh);
  useOnReconnect(refresh);
  useEffect(
    () => () => {
      clearTimeout(pause.current);
      pause.current = undefined;
    },
    [],
  );
}
