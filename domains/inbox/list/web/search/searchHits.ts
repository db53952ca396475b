import type { DataOf } from "#core/call.ts";
import type { inboxSearch } from "../../contract.ts";

type SearchBatch = DataOf<typeof inboxSearch.search>;
export type SearchPart = "chats" | "messages";

export interface SearchHits {
  /** The query. */
  readonly q: string;
  readonly chats: SearchBatch["chats"];
  readonly messages: SearchBatch["messages"];
  readonly next: SearchBatch["next_cursor"];
  /** Grows with each search from the top, when the rows are replaced. */
  readonly version: number;
  /** False: no word was long enough to search messages. */
  readonly searchesMessages: boolean;
}

/** With fewer new rows than this the screen isn't full, and the next batch loads immediately. */
const minRows = 10;

/** A search before its first response. */
export const emptyHits = (q: string, version = 0): SearchHits => ({
  q,
  version,
  chats: [],
  messages: [],
  searchesMessages: false,
  next: { chats: null, messages: null },
});

type HitRows = Pick<SearchBatch, "chats" | "messages">;

/** The rows of a batch that are not among those found before. */
function unseenRows(current: HitRows, batch: HitRows): HitRows {
  const chatIds = new Set(current.chats.map(({ id }) => id));
  const messageIds = new Set(current.messages.map(({ message_id }) => message_id));
  return {
    chats: batch.chats.filter(({ id }) => !chatIds.has(id)),
    messages: batch.messages.filter(({ message_id }) => !messageIds.has(message_id)),
  };
}

/** Appends a batch. */
export function withSearchBatch(current: SearchHits, batch: SearchBatch, part: SearchPart | undefined): SearchHits {
  // A chat with new activity has moved in the order and may come twice.
  const { chats, messages } = unseenRows(current, batch);
  return {
    q: current.q,
    version: current.version,
    chats: [...current.chats, ...chats],
    messages: [...current.messages, ...messages],
    next: {
      chats: part === "messages" ? current.next.chats : batch.next_cursor.chats,
      messages: part === "chats" ? current.next.messages : batch.next_cursor.messages,
    },
    searchesMessages: current.searchesMessages || batch.searches_messages === 1,
  };
}

/** What to load next because the rows so far don't fill the screen. */
export function nextPartToLoad(
  all: SearchHits,
  before: SearchHits,
  requested: SearchPart | undefined,
): SearchPart | undefined {
  const rows = (hits: SearchHits) => hits.chats.length + hits.messages.length;
  if (rows(all) - rows(before) >= minRows) return undefined;
  if (requested) return all.next[requested] ? requested : undefined;
  if (all.next.messages) return "messages";
  return all.next.chats && rows(all) === 0 ? "chats" : undefined;
}

/** How many rows of a search's first batch are not among those found before. */
export function countNewHits(current: HitRows, batch: HitRows): number {
  const { chats, messages } = unseenRows(current, batch);
  return chats.length + messages.length;
}
