import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { useCall } from "#core/web/useCall.ts";
import { tagEvents } from "#domains/tags/contract.ts";
import { chatTagEvents, chatTags } from "../contract.ts";

/** A burst of events asks for the tags once. */
const together = 250;

/** All tags with how many customers have each; asked for again when one is put on a chat, taken off, added or deleted. */
export function useTags() {
  const cache = useQueryClient();
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refresh = () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined;
      void cache.invalidateQueries({ queryKey: [chatTags.all.name] });
    }, together);
  };
  useEvent(chatTagEvents.changed, refresh);
  useEvent(tagEvents.listChanged, refresh);
  useOnReconnect(refresh);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return useCall(chatTags.all, {}, { staleTime: 60_000 });
}
