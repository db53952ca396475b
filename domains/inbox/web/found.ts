import type { DataOf } from "#core/call.ts";
import type { inboxSearch } from "#domains/inbox/search/contract.ts";

type Batch = DataOf<typeof inboxSearch.search>;
export type Part = "chats" | "messages";

export interface Found {
  /** What was searched for. */
  readonly q: string;
  readonly chats: Batch["chats"];
  readonly messages: Batch["messages"];
  readonly next: Batch["next_cursor"];
  /** How often this was asked from its top: each time the rows are others. */
  readonly round: number;
  /** False: no word was long enough to look for in messages. */
  readonly searchesMessages: boolean;
}

/** An answer with fewer rows than this doesn't fill the screen: the next one is asked for at once. */
const fewRows = 10;

/** What is known of a search before its first answer. */
export const nothing = (q: string, round = 0): Found => ({
  ...{ q, round, chats: [], messages: [], searchesMessages: false },
  next: { chats: null, messages: null },
});

type Rows = Pick<Batch, "chats" | "messages">;

/** The rows of an answer that are not among those that were found before. */
function newOf(found: Rows, batch: Rows): Rows {
  const knownChats = new Set(found.chats.map(({ id }) => id));
  const knownMessages = new Set(found.messages.map(({ message_id }) => message_id));
  return {
    chats: batch.chats.filter(({ id }) => !knownChats.has(id)),
    messages: batch.messages.filter(({ message_id }) => !knownMessages.has(message_id)),
  };
}

/** What was found, with one more answer. */
export function withBatch(found: Found, batch: Batch, part: Part | undefined): Found {
  // A chat that something happened in meanwhile stands elsewhere in the order.
  const { chats, messages } = newOf(found, batch);
  return {
    q: found.q,
    round: found.round,
    chats: [...found.chats, ...chats],
    messages: [...found.messages, ...messages],
    next: {
      chats: part === "messages" ? found.next.chats : batch.next_cursor.chats,
      messages: part === "chats" ? found.next.messages : batch.next_cursor.messages,
    },
    searchesMessages: found.searchesMessages || batch.searches_messages === 1,
  };
}

/** What is asked for besides, because what came so far doesn't fill the screen. */
export function nextPart(all: Found, before: Found, asked: Part | undefined): Part | undefined {
  const rows = (of: Found) => of.chats.length + of.messages.length;
  if (rows(all) - rows(before) >= fewRows) return undefined;
  if (asked) return all.next[asked] ? asked : undefined;
  if (all.next.messages) return "messages";
  return all.next.chats && rows(all) === 0 ? "chats" : undefined;
}

/** How many rows of a search's first batch are not among those that were found before. */
export function newAmong(found: Rows, batch: Rows): number {
  const { chats, messages } = newOf(found, batch);
  return chats.length + messages.length;
}
