import type { Caller } from "#core/client.ts";
import { createHearing } from "./hearing.ts";
import { createInboxStore } from "./inboxState.ts";
import { createListing } from "./listing.ts";
import { createReading } from "./reading.ts";
import { createSending } from "./sending.ts";
import { createUnsent, type UnsentShelf } from "./unsent.ts";

export interface Surroundings {
  call: Caller;
  storage: UnsentShelf;
  /** Whose unsent messages are read from it. */
  owner: string;
  newId: () => string;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  /** False once somebody else signs in here. */
  isSessionCurrent: () => boolean;
  /** Runs `work` while no other tab of this person runs work of the same name. */
  withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Gets the promise of each catch-up. */
  onCatchUp: (done: Promise<unknown>) => void;
}

/** The inbox without its UI: its state and its operations. */
export function createInbox(deps: Surroundings) {
  const { call, storage, owner, newId, now, wait, isSessionCurrent, withLock, onCatchUp } = deps;
  const unsentStore = createUnsent(storage, owner);
  const store = createInboxStore(call, unsentStore, now);
  const chatListLoader = createListing(store);
  const messageLoader = createReading(store);
  const sender = createSending(store, { newId, unsentStore, now, wait, isSessionCurrent, withLock });
  const realtimeSync = createHearing(store, chatListLoader, messageLoader, { wait, onCatchUp });
  return { store, chatListLoader, messageLoader, sender, realtimeSync };
}

export type Inbox = ReturnType<typeof createInbox>;
