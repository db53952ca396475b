import { CallError, type Caller } from "#core/client.ts";
import { type ChatBook, emptyBook } from "./chatBook.ts";
import { type Conversation, emptyConversation } from "./conversation.ts";
import { type Outbox, settled } from "./outbox.ts";
import type { Unsent } from "./unsent.ts";

export interface LoadFailure {
  readonly message: string;
  /** As in CallError; 0: no answer at all. */
  readonly status: number;
}

export interface InboxState {
  readonly book: ChatBook;
  /** The chats opened lately, so that going back to one shows it at once. */
  readonly conversations: ReadonlyMap<number, Conversation>;
  readonly outbox: Outbox;
  /** What could not be loaded, and why, by what it was: a list, a tab's next batch, a chat. */
  readonly failures: Readonly<Record<string, LoadFailure>>;
  /** What is being loaded now. */
  readonly loading: ReadonlySet<string>;
}

/** The state of the inbox and what its parts share. */
export interface InboxStore {
  readonly call: Caller;
  get: () => InboxState;
  change: (next: (state: InboxState) => Partial<InboxState>) => void;
  subscribe: (listener: () => void) => () => void;
  /** The number that the next request takes. */
  stamp: () => number;
  /** What stands on the screen: only then is a chat read by opening it. */
  view: { type: string; open: number | undefined; visible: boolean };
}

export const keptConversations = 20;

/** The inbox's state, empty but for what waits in the outbox. */
export function createInboxStore(call: Caller, unsent: Unsent, now: () => Date): InboxStore {
  const listeners = new Set<() => void>();
  let stamps = 0;
  let state: InboxState = {
    book: emptyBook,
    conversations: new Map(),
    outbox: unsent.read(now()),
    failures: {},
    loading: new Set(),
  };
  return {
    call,
    get: () => state,
    change(next) {
      const { outbox } = state;
      state = { ...state, ...next(state) };
      if (state.outbox !== outbox) unsent.keep(outbox, state.outbox);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stamp: () => {
      stamps += 1;
      return stamps;
    },
    view: { type: "all", open: undefined, visible: true },
  };
}

/**
 * The state with one conversation changed. What is known of it settles the outbox. The one that was changed longest ago is
 * let go where there are too many, but never the open one.
 */
export function conversing(
  state: InboxState,
  chat: number,
  change: (conversation: Conversation) => Conversation,
  open: number = chat,
): Pick<InboxState, "conversations" | "outbox"> {
  const conversation = change(state.conversations.get(chat) ?? emptyConversation);
  const conversations = new Map(state.conversations);
  conversations.delete(chat);
  conversations.set(chat, conversation);
  const oldest = [...conversations.keys()].find((known) => known !== open);
  if (conversations.size > keptConversations && oldest !== undefined) conversations.delete(oldest);
  const messages = [...conversation.messages.values()].map(({ value }) => value);
  return { conversations, outbox: settled(state.outbox, messages) };
}

/** Loads something under a name, and keeps what went wrong under it. False: it failed, and may go well a moment later. */
export async function loadingAs(store: InboxStore, name: string, load: () => Promise<void>): Promise<boolean> {
  store.change(({ loading }) => ({ loading: new Set(loading).add(name) }));
  let failure: LoadFailure | undefined;
  try {
    await load();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    failure = { message: error.message, status: error.status };
  }
  store.change(({ loading, failures: { [name]: _, ...failures } }) => ({
    loading: new Set([...loading].filter((other) => other !== name)),
    failures: failure === undefined ? failures : { ...failures, [name]: failure },
  }));
  return failure === undefined || !isPassing(failure.status);
}

function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** The same, but only one at a time under a name: a second one meanwhile does nothing. */
export async function loadingOnce(store: InboxStore, name: string, load: () => Promise<void>): Promise<void> {
  if (!store.get().loading.has(name)) await loadingAs(store, name, load);
}
