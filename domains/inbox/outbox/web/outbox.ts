import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import type { UploadedFile } from "#domains/inbox/drafts/web/drafts.ts";

/** A message to send. */
export interface OutgoingMessage {
  /** May be empty if there is an attachment. */
  readonly message: string;
  readonly attachments?: readonly UploadedFile[];
  /** The newest message its author saw; the server refuses when a colleague has replied since. */
  readonly last_seen_id?: number | undefined;
}

/** A message written here that the server has not confirmed yet. */
export interface PendingMessage extends OutgoingMessage {
  /** Chosen by the browser: sending again under the same id sends nothing twice. */
  readonly client_id: string;
  readonly chat_id: number;
  readonly attachments: readonly UploadedFile[];
  /** When it was written. */
  readonly datetime: string;
  /** Why it failed, as users read it; undefined while it is in flight. */
  readonly failure: string | undefined;
  /** What it waits for before the automatic retry; undefined while it is being sent. */
  readonly waiting?: "connection" | "service" | undefined;
  /** A colleague's reply that its author hadn't seen; they decide whether to send anyway. */
  readonly unseen?: ChatMessage | undefined;
}

export type Outbox = readonly PendingMessage[];

/** Adds an entry, or replaces its earlier state. */
export function withPending(outbox: Outbox, pending: PendingMessage): Outbox {
  const at = outbox.findIndex(({ client_id }) => client_id === pending.client_id);
  return at < 0 ? [...outbox, pending] : outbox.with(at, pending);
}

export function withoutPending(outbox: Outbox, client_id: string): Outbox {
  return outbox.filter((pending) => pending.client_id !== client_id);
}

/** Removes what these messages prove to have arrived. */
export function withoutArrived(outbox: Outbox, messages: Iterable<ChatMessage>): Outbox {
  if (outbox.length === 0) return outbox;
  const arrived = new Set<string>();
  for (const { client_id } of messages) if (client_id) arrived.add(client_id);
  const remaining = outbox.filter(({ client_id }) => !arrived.has(client_id));
  return remaining.length === outbox.length ? outbox : remaining;
}
