import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { ring } from "#core/web/bell.ts";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { useCall } from "#core/web/useCall.ts";
import { notificationEvents, notifications } from "../contract.ts";

/** The person's notifications, kept current; a new one rings the bell. */
export function useNotifications() {
  const cache = useQueryClient();
  const refresh = useCallback(() => cache.invalidateQueries({ queryKey: [notifications.list.name] }), [cache]);
  useEvent(notificationEvents.added, () => {
    ring();
    void refresh();
  });
  useEvent(notificationEvents.read, () => void refresh());
  useOnReconnect(refresh);
  return useCall(notifications.list, {}, { staleTime: 60_000 });
}
