import type { ChatMessage } from "../contract.ts";

/** A file that is on the server already, and leaves with a text. */
export interface PendingAttachment {
  readonly id: number;
  readonly name: string;
  readonly kind: "image" | "file";
  readonly url: string;
  readonly size: number;
}

/** What a person gives to be sent. */
export interface Written {
  /** May be empty when there is an attachment. */
  readonly message: string;
  readonly attachments?: readonly PendingAttachment[];
  /** The members whom it names. */
  readonly mentions?: readonly number[];
  /** The newest message that the writer had before their eyes: the server asks when a colleague answered since. */
  readonly last_seen_id?: number | undefined;
}

/** A text that was written here and that the server has not answered for yet. */
export interface Pending extends Written {
  /** Our own id of it: sending it again under the same id sends nothing twice. */
  readonly client_id: string;
  readonly chat_id: number;
  readonly attachments: readonly PendingAttachment[];
  readonly mentions: readonly number[];
  /** When it was written. */
  readonly datetime: string;
  /** Why it was refused, in words; undefined while it is on its way. */
  readonly failure: string | undefined;
  /** What it waits for before it is tried again by itself; undefined while it is being sent. */
  readonly waiting?: "connection" | "service" | undefined;
  /** A colleague's reply that came before it: it waits for a word of its writer. */
  readonly unseen?: ChatMessage | undefined;
}

export type Outbox = readonly Pending[];

/** The part of the browser's storage that is used here. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

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
