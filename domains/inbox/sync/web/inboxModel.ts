import type { Caller } from "#core/client.ts";
import { createChatListLoader } from "./chatListLoader.ts";
import { createInboxStore } from "./inboxState.ts";
import { createMessageLoader } from "./messageLoader.ts";
import { createUnsentStore, type UnsentStorage } from "./outbox.ts";
import { createRealtimeSync } from "./realtimeSync.ts";
import { createMessageSender } from "./sendQueue.ts";

export interface InboxDeps {
  call: Caller;
  storage: UnsentStorage;
  /** Whose unsent messages are read from it. */
  owner: string;
  newId: () => string;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  /** False once another person signs in here. */
  isSessionCurrent: () => boolean;
  /** Runs `work` while no other tab of this person runs work of the same name. */
  withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Gets the promise of each catch-up. */
  onCatchUp: (done: Promise<unknown>) => void;
}

/** The inbox without its UI: its state and its operations. */
export function createInbox(deps: InboxDeps) {
  const { call, storage, owner, newId, now, wait, isSessionCurrent, withLock, onCatchUp } = deps;
  const unsentStore = createUnsentStore(storage, owner);
  const store = createInboxStore(call, unsentStore, now);
  const chatListLoader = createChatListLoader(store);
  const messageLoader = createMessageLoader(store);
  const sender = createMessageSender(store, { newId, unsentStore, now, wait, isSessionCurrent, withLock });
  const realtimeSync = createRealtimeSync(store, chatListLoader, messageLoader, { wait, onCatchUp });
  return { store, chatListLoader, messageLoader, sender, realtimeSync };
}

export type Inbox = ReturnType<typeof createInbox>;
