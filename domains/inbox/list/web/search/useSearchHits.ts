import { useCallback, useEffect, useRef, useState } from "react";
import { CallError } from "#core/client.ts";
import { api } from "#core/web/call/api.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useThrottledCallback } from "#core/web/useThrottledCallback.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { inboxSearch, minSearchCharacters } from "../../contract.ts";
import {
  countNewHits,
  emptyHits,
  nextPartToLoad,
  type SearchHits,
  type SearchPart,
  withSearchBatch,
} from "./searchHits.ts";

/** Searches the inbox, and loads more on scrolling. Earlier hits stay until there are new ones. */
export function useSearchHits(q: string) {
  const [hits, setHits] = useState<SearchHits>();
  const [loading, setLoading] = useState<SearchPart | "both">();
  const [failure, setFailure] = useState<string>();
  const [fresh, setFresh] = useState(0);
  const request = useRef<AbortController>(undefined);

  const search = useCallback(async (start: SearchHits, requested: SearchPart | undefined) => {
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    setLoading(requested ?? "both");
    if (!requested) setFresh(0);
    setFailure(undefined);
    try {
      let all = start;
      let part = requested;
      do {
        const cursor = part && all.next[part];
        const body = { search_param: start.q, ...(cursor && { cursor }) };
        const { data } = await api(inboxSearch.search, { body, signal: controller.signal });
        if (controller.signal.aborted) return;
        all = withSearchBatch(all, data, part);
        // A slow search returns what it has so far.
        setHits(all);
        part = nextPartToLoad(all, start, requested);
      } while (part);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      setFailure(error.message);
    }
    setLoading(undefined);
  }, []);

  useEffect(() => {
    if ([...q].length >= minSearchCharacters) void search(emptyHits(q), undefined);
    else setHits(undefined);
    return () => request.current?.abort();
  }, [q, search]);

  const showNew = () => void search(emptyHits(q, (hits?.version ?? 0) + 1), undefined);
  const checkForNew = async () => {
    const isVisible = document.visibilityState === "visible";
    if (!isVisible || hits?.q !== q || loading || failure) return;
    const requestBefore = request.current;
    // The reader didn't request this, so a failure is not reported.
    const answer = await api(inboxSearch.search, { body: { search_param: q } }).catch(() => undefined);
    if (!answer || request.current !== requestBefore) return;
    const count = countNewHits(hits, answer.data);
    // With no rows on screen, nothing can shift under the reader.
    if (count > 0 && hits.chats.length + hits.messages.length === 0) showNew();
    else setFresh(count);
  };
  // Any new message may match; a burst of them leads to one search.
  const checkSoon = useThrottledCallback(() => void checkForNew(), 5_000);
  useRealtimeEvent(inboxEvents.messageOpen, ({ what }) => {
    if (what === "received" || what === "sent") checkSoon();
  });
  useOnReconnect(checkSoon);

  return {
    hits,
    /** How many new results there are since the search. */
    fresh,
    /** Searches again from the top, including the new results. */
    showNew,
    loading,
    failure,
    /** Loads the next batch of one part, unless something is loading. */
    more: (part: SearchPart) => {
      if (hits?.q === q && hits.next[part] && !loading && !failure) void search(hits, part);
    },
    retry: () =>
      void search(hits?.q === q ? hits : emptyHits(q), hits?.q === q && hits.next.messages ? "messages" : undefined),
  };
}
