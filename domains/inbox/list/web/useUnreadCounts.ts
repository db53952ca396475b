import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { inbox, inboxEvents } from "#domains/inbox/contract.ts";

/** A burst of events within this time reloads the counts once. Milliseconds. */
const burst = 250;

/** The unread and unreplied counts, as last loaded. */
export function useUnreadCounts() {
  return useCall(inbox.unread, {}, { staleTime: 60_000 }).data;
}

/** Reloads the counts whenever a chat changes. */
export function useUnreadRefresh(): void {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: [inbox.unread.name] });
    }, burst);
  }, [cache]);
  useRealtimeEvent(inboxEvents.messageOpen, ({ what }) => what !== "state" && refresh());
  useRealtimeEvent(inboxEvents.chatChanged, refresh);
  useOnReconnect(refresh);
  useEffect(() => {
    document.addEventListener("visibilitychange", refresh);
    return () => {
      document.removeEventListener("visibilitychange", refresh);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [refresh]);
}
