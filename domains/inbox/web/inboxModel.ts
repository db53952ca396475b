import type { Caller } from "#core/client.ts";
import { createHearing } from "./hearing.ts";
import { createInboxStore } from "./inboxState.ts";
import { createListing } from "./listing.ts";
import { createReading } from "./reading.ts";
import { createSending } from "./sending.ts";
import { createUnsent, type UnsentShelf } from "./unsent.ts";

export interface Surroundings {
  call: Caller;
  shelf: UnsentShelf;
  /** Whose unsent texts are found there. */
  owner: string;
  newId: () => string;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  /** False once somebody else is signed in here. */
  mayAct: () => boolean;
  /** Runs while no other tab of this person does the same. */
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  /** Hears of each catching up, until it is done. */
  onBehind: (done: Promise<unknown>) => void;
}

/** The inbox without its screen: what it knows, and what can be done. The screens only show it. */
export function createInbox(surroundings: Surroundings) {
  const { call, shelf, owner, newId, now, wait, mayAct, alone, onBehind } = surroundings;
  const unsent = createUnsent(shelf, owner);
  const store = createInboxStore(call, unsent, now);
  const listing = createListing(store);
  const reading = createReading(store);
  const sending = createSending(store, { newId, unsent, now, wait, mayAct, alone });
  const hearing = createHearing(store, listing, reading, { wait, onBehind });
  return { store, listing, reading, sending, hearing };
}

export type Inbox = ReturnType<typeof createInbox>;
