import type { Caller } from "#core/client.ts";
import { createHearing } from "./hearing.ts";
import { createInboxStore } from "./inboxState.ts";
import { createListing } from "./listing.ts";
import type { Shelf } from "./outbox.ts";
import { createReading } from "./reading.ts";
import { createSending } from "./sending.ts";

export interface Surroundings {
  call: Caller;
  shelf: Shelf;
  newId: () => string;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
}

/** The inbox without its screen: what it knows, and what can be done. The screens only show it. */
export function createInbox({ call, shelf, newId, now, wait }: Surroundings) {
  const store = createInboxStore(call, shelf);
  const listing = createListing(store);
  const reading = createReading(store);
  const sending = createSending(store, newId, now);
  const hearing = createHearing(store, listing, reading, wait);
  return { store, listing, reading, sending, hearing };
}

export type Inbox = ReturnType<typeof createInbox>;
