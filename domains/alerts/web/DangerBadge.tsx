import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { MenuCount } from "#core/web/layout/MenuCount.tsx";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { alertEvents, alerts } from "../contract.ts";
import { alertTexts } from "./texts.ts";

/** The menu's count of open alerts, with a red dot while one is critical. Mounted on every screen, so it also keeps the alerts fresh. */
export function DangerBadge() {
  useFreshAlerts();
  const { open = 0, danger = 0 } = useCall(alerts.open, {}, { staleTime: 60_000 }).data ?? {};
  const label = danger > 0 ? alertTexts.critical(danger) : alertTexts.count(open);
  return <MenuCount count={open} label={label} urgent={danger > 0} />;
}

/** Milliseconds between refetches. */
const minInterval = 2_000;

/** Refetches the alerts when some changed: at once, then at most every two seconds. */
function useFreshAlerts(): void {
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
