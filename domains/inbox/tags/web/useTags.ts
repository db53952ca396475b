import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { tagEvents } from "#domains/tags/contract.ts";
import { chatTagEvents, chatTags } from "../contract.ts";

/** A burst of events within this time reloads the tags once. Milliseconds. */
const burst = 250;

/** All tags with their customer counts; reloads when a tag is added to a chat, removed, created or deleted. */
export function useTags() {
  const cache = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void cache.invalidateQueries({ queryKey: [chatTags.all.name] });
    }, burst);
  };
  useRealtimeEvent(chatTagEvents.changed, refresh);
  useRealtimeEvent(tagEvents.listChanged, refresh);
  useOnReconnect(refresh);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCall(chatTags.all, {}, { staleTime: 60_000 });
}
