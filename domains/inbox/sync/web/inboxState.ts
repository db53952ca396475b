import { CallError, type Caller } from "#core/client.ts";
import { createObservable } from "#core/observable.ts";
import { type ChatListCache, emptyChatListCache } from "./chatListCache.ts";
import { type Conversation, emptyConversation } from "./conversationCache.ts";
import { type Outbox, type UnsentStore, withoutArrived } from "./outbox.ts";

export interface LoadFailure {
  readonly message: string;
  /** As in CallError; 0: no response at all. */
  readonly status: number;
}

export interface InboxState {
  readonly chatLists: ChatListCache;
  /** Recently opened chats, so that returning to one shows it immediately. */
  readonly conversations: ReadonlyMap<number, Conversation>;
  readonly outbox: Outbox;
  /** Why something could not be loaded, by failure key: a list, a tab's next batch, a chat. */
  readonly failures: Readonly<Record<string, LoadFailure>>;
  /** Keys of what is loading now. */
  readonly loading: ReadonlySet<string>;
}

/** The inbox's state, shared by its parts. */
export interface InboxStore {
  readonly call: Caller;
  get: () => InboxState;
  change: (next: (state: InboxState) => Partial<InboxState>) => void;
  subscribe: (listener: () => void) => () => void;
  /** The number of the next request: see upsertIfNewer.ts. */
  stamp: () => number;
  /** What the screen shows, the list by its key; a chat counts as read only while the page is visible. */
  view: { list: string; open: number | undefined; visible: boolean };
}

export const maxCachedConversations = 20;

/** A store that starts empty, except for the outbox read from storage. */
export function createInboxStore(call: Caller, unsentStore: UnsentStore, now: () => Date): InboxStore {
  let stamps = 0;
  let state: InboxState = {
    chatLists: emptyChatListCache,
    conversations: new Map(),
    outbox: unsentStore.read(now()),
    failures: {},
    loading: new Set(),
  };
  const { get, subscribe, notify } = createObservable(() => state);
  return {
    call,
    get,
    subscribe,
    change(next) {
      const { outbox } = state;
      state = { ...state, ...next(state) };
      if (state.outbox !== outbox) unsentStore.save(outbox, state.outbox);
      notify();
    },
    stamp: () => {
      stamps += 1;
      return stamps;
    },
    view: { list: "all", open: undefined, visible: true },
  };
}

/**
 * Changes one conversation and removes from the outbox what its messages prove to have arrived. Evicts the least recently
 * changed conversation when there are too many, but never the open one.
 */
export function withConversation(
  state: InboxState,
  chat: number,
  change: (conversation: Conversation) => Conversation,
  open: number = chat,
): Pick<InboxState, "conversations" | "outbox"> {
  const conversation = change(state.conversations.get(chat) ?? emptyConversation);
  const conversations = new Map(state.conversations);
  conversations.delete(chat);
  conversations.set(chat, conversation);
  const oldest = [...conversations.keys()].find((id) => id !== open);
  if (conversations.size > maxCachedConversations && oldest !== undefined) conversations.delete(oldest);
  const messages = [...conversation.messages.values()].map(({ value }) => value);
  return { conversations, outbox: withoutArrived(state.outbox, messages) };
}

/** Tracks loading and failure under `name`. False: it failed, and a retry may succeed. */
export async function trackLoading(store: InboxStore, name: string, load: () => Promise<void>): Promise<boolean> {
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
  return failure === undefined || !isTransient(failure.status);
}

function isTransient(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || status >= 500;
}

/** The same, but does nothing while something of that name is loading. */
export async function loadOnce(store: InboxStore, name: string, load: () => Promise<void>): Promise<void> {
  if (!store.get().loading.has(name)) await trackLoading(store, name, load);
}
