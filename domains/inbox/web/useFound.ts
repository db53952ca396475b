import { useCallback, useEffect, useRef, useState } from "react";
import { CallError } from "#core/client.ts";
import { api } from "#core/web/api.ts";
import { useEvent, useOnReconnect } from "#core/web/realtime.ts";
import { useGathered } from "#core/web/useGathered.ts";
import { fewestCharacters, inboxSearch } from "#domains/inbox/search/contract.ts";
import { inboxEvents } from "../contract.ts";
import { type Found, newAmong, nextPart, nothing, type Part, withBatch } from "./found.ts";

/** Searches the inbox, and goes on as far as one scrolls. What was found before stays until there is something new. */
export function useFound(q: string) {
  const [found, setFound] = useState<Found>();
  const [loading, setLoading] = useState<Part | "both">();
  const [failure, setFailure] = useState<string>();
  const [fresh, setFresh] = useState(0);
  const asking = useRef<AbortController>(undefined);

  const ask = useCallback(async (known: Found, asked: Part | undefined) => {
    asking.current?.abort();
    const own = new AbortController();
    asking.current = own;
    setLoading(asked ?? "both");
    if (!asked) setFresh(0);
    setFailure(undefined);
    try {
      let all = known;
      let part = asked;
      do {
        const cursor = part && all.next[part];
        const body = { search_param: known.q, ...(cursor && { cursor }) };
        const { data } = await api(inboxSearch.search, { body, signal: own.signal });
        if (own.signal.aborted) return;
        all = withBatch(all, data, part);
        // A search that takes long answers with what it has so far.
        setFound(all);
        part = nextPart(all, known, asked);
      } while (part);
    } catch (error) {
      if (own.signal.aborted) return;
      if (!(error instanceof CallError)) throw error;
      setFailure(error.message);
    }
    setLoading(undefined);
  }, []);

  useEffect(() => {
    if ([...q].length >= fewestCharacters) void ask(nothing(q), undefined);
    else setFound(undefined);
    return () => asking.current?.abort();
  }, [q, ask]);

  const showNew = () => void ask(nothing(q, (found?.round ?? 0) + 1), undefined);
  const look = async () => {
    const isWatched = document.visibilityState === "visible";
    if (!isWatched || found?.q !== q || loading || failure) return;
    const round = asking.current;
    // Whoever reads asked for nothing: what goes wrong here is no news to them.
    const answer = await api(inboxSearch.search, { body: { search_param: q } }).catch(() => undefined);
    if (!answer || asking.current !== round) return;
    const count = newAmong(found, answer.data);
    // Where there is nothing to read, nothing can be moved away from under the reader.
    if (count > 0 && found.chats.length + found.messages.length === 0) showNew();
    else setFresh(count);
  };
  // A word may be in any message: each new one is a reason to look again, many of them one.
  const lookSoon = useGathered(() => void look(), 5_000);
  useEvent(inboxEvents.messageOpen, ({ what }) => {
    if (what === "received" || what === "sent") lookSoon();
  });
  useOnReconnect(lookSoon);

  return {
    found,
    /** How many results have come since, which are not among the found ones yet. */
    fresh,
    /** Searches again from the top, the new results with it. */
    showNew,
    loading,
    failure,
    /** The next batch of one part, unless something is on its way. */
    more: (part: Part) => {
      if (found?.q === q && found.next[part] && !loading && !failure) void ask(found, part);
    },
    again: () =>
      void ask(found?.q === q ? found : nothing(q), found?.q === q && found.next.messages ? "messages" : undefined),
  };
}
