import { useCallback, useEffect, useRef, useState } from "react";
import type { DataOf } from "#core/call.ts";
import { CallError } from "#core/client.ts";
import { api } from "#core/web/api.ts";
import { fewestCharacters, inboxSearch } from "#domains/inbox/search/contract.ts";

type Batch = DataOf<typeof inboxSearch.search>;
export type Part = "chats" | "messages";

export interface Found {
  /** What was searched for. */
  readonly q: string;
  readonly chats: Batch["chats"];
  readonly messages: Batch["messages"];
  readonly next: Batch["next_cursor"];
  /** False: no word was long enough to look for in messages. */
  readonly searchesMessages: boolean;
}

/** An answer with fewer rows than this doesn't fill the screen: the next one is asked for at once. */
const fewRows = 10;

const nothing = (q: string): Found => ({
  ...{ q, chats: [], messages: [], searchesMessages: false },
  next: { chats: null, messages: null },
});

function withBatch(found: Found, batch: Batch, part: Part | undefined): Found {
  const knownChats = new Set(found.chats.map(({ id }) => id));
  const knownMessages = new Set(found.messages.map(({ message_id }) => message_id));
  return {
    q: found.q,
    // A chat that something happened in meanwhile stands elsewhere in the order.
    chats: [...found.chats, ...batch.chats.filter(({ id }) => !knownChats.has(id))],
    messages: [...found.messages, ...batch.messages.filter(({ message_id }) => !knownMessages.has(message_id))],
    next: {
      chats: part === "messages" ? found.next.chats : batch.next_cursor.chats,
      messages: part === "chats" ? found.next.messages : batch.next_cursor.messages,
    },
    searchesMessages: found.searchesMessages || batch.searches_messages === 1,
  };
}

/** What is asked for besides, because what came so far doesn't fill the screen. */
function nextPart(all: Found, before: Found, asked: Part | undefined): Part | undefined {
  const rows = (of: Found) => of.chats.length + of.messages.length;
  if (rows(all) - rows(before) >= fewRows) return undefined;
  if (asked) return all.next[asked] ? asked : undefined;
  if (all.next.messages) return "messages";
  return all.next.chats && rows(all) === 0 ? "chats" : undefined;
}

/** Searches the inbox, and goes on as far as one scrolls. What was found before stays until there is something new. */
export function useFound(q: string) {
  const [found, setFound] = useState<Found>();
  const [loading, setLoading] = useState<Part | "both">();
  const [failure, setFailure] = useState<string>();
  const asking = useRef<AbortController>(undefined);

  const ask = useCallback(async (known: Found, asked: Part | undefined) => {
    asking.current?.abort();
    const own = new AbortController();
    asking.current = own;
    setLoading(asked ?? "both");
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

  return {
    found,
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
