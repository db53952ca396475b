import type { ChatMessage } from "../contract.ts";

/** A text that was written here and that the server has not answered for yet. */
export interface Pending {
  /** Our own id of it: sending it again under the same id sends nothing twice. */
  readonly client_id: string;
  readonly chat_id: number;
  readonly message: string;
  /** When it was written. */
  readonly datetime: string;
  /** Why it could not be sent, in words; undefined while it is on its way. */
  readonly failure: string | undefined;
}

export type Outbox = readonly Pending[];

/** The part of the browser's storage that is used here. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const key = "inbox_outbox";

/** What a reload of the page interrupted: nobody knows whether it went out, so it waits for a word to try again. */
export function storedOutbox(shelf: Shelf): Outbox {
  try {
    const stored = JSON.parse(shelf.getItem(key) ?? "[]") as Pending[];
    return stored.map((pending) => ({
      ...pending,
      failure: pending.failure ?? "The page was closed before it was sent",
    }));
  } catch {
    return [];
  }
}

/** Keeps what is not sent yet over a reload. */
export function storeOutbox(shelf: Shelf, outbox: Outbox): void {
  if (outbox.length === 0) shelf.removeItem(key);
  else shelf.setItem(key, JSON.stringify(outbox));
}

/** The outbox with one entry put in, or put in the place of its earlier state. */
export function withPending(outbox: Outbox, pending: Pending): Outbox {
  const at = outbox.findIndex(({ client_id }) => client_id === pending.client_id);
  return at < 0 ? [...outbox, pending] : outbox.with(at, pending);
}

export function withoutPending(outbox: Outbox, client_id: string): Outbox {
  return outbox.filter((pending) => pending.client_id !== client_id);
}

/** The outbox without what these messages show to have arrived. */
export function settled(outbox: Outbox, messages: Iterable<ChatMessage>): Outbox {
  if (outbox.length === 0) return outbox;
  const arrived = new Set<string>();
  for (const { client_id } of messages) if (client_id) arrived.add(client_id);
  const left = outbox.filter(({ client_id }) => !arrived.has(client_id));
  return left.length === outbox.length ? outbox : left;
}
