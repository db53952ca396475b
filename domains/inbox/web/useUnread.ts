import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { useCall } from "#core/web/useCall.ts";
import { inbox, inboxEvents } from "../contract.ts";

/** A burst of events asks for the counts once. */
const together = 250;

/** The unread and unreplied counts, as they were last asked for. */
export function useUnread() {
  return useCall(inbox.unread, {}, { staleTime: 60_000 }).data;
}

/** Keeps the counts up to date: wherever something happens to a chat, they are asked for again. */
export function useFreshUnread(): void {
  const cache = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = useCallback(() => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      void cache.invalidateQueries({ queryKey: [inbox.unread.name] });
    }, together);
  }, [cache]);
  useEvent(inboxEvents.messageOpen, ({ what }) => what !== "state" && refresh());
  useEvent(inboxEvents.chatChanged, refresh);
  useOnReconnect(refresh);
  useEffect(() => {
    document.addEventListener("visibilitychange", refresh);
    return () => {
      document.removeEventListener("visibilitychange", refresh);
      clearTimeout(waiting.current);
      waiting.current = undefined;
    };
  }, [refresh]);
}
