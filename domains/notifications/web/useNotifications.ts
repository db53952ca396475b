import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { ring } from "#core/web/feedback/bell.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { notificationEvents, notifications } from "../contract.ts";

/** The person's notifications, kept current; a new one rings the bell. */
export function useNotifications() {
  const cache = useQueryClient();
  const refresh = useCallback(() => cache.invalidateQueries({ queryKey: [notifications.list.name] }), [cache]);
  useRealtimeEvent(notificationEvents.added, () => {
    ring();
    void refresh();
  });
  useRealtimeEvent(notificationEvents.read, () => void refresh());
  useOnReconnect(refresh);
  return useCall(notifications.list, {}, { staleTime: 60_000 });
}
