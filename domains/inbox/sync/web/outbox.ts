import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import type { UploadedFile } from "./drafts.ts";
import { unsentPrefix } from "./unsentWork.ts";

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

/** The part of `localStorage` that is used here. */
export type UnsentStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Older messages are removed. Milliseconds. */
const maxAge = 7 * 24 * 3_600_000;

/**
 * Keeps messages that the server has not confirmed over reloads, closed tabs and expired sessions. Each has its own key, so
 * that tabs don't overwrite one another; only its author gets it back.
 */
export function createUnsentStore(storage: UnsentStorage, owner: string) {
  const prefix = unsentPrefix(owner);
  /** Ids that the browser stored; when storage is full, a message lives only as long as its page. */
  const persisted = new Set<string>();

  function read(now: Date): Outbox {
    const messages: PendingMessage[] = [];
    for (let at = storage.length - 1; at >= 0; at -= 1) {
      const key = storage.key(at);
      if (!key?.startsWith(prefix)) continue;
      const pending = parsed(storage.getItem(key));
      if (!pending || now.getTime() - Date.parse(pending.datetime) > maxAge) storage.removeItem(key);
      else messages.push(pending);
    }
    for (const { client_id } of messages) persisted.add(client_id);
    return messages.sort(byTime);
  }

  function put(pending: PendingMessage): void {
    try {
      storage.setItem(prefix + pending.client_id, JSON.stringify(pending));
      persisted.add(pending.client_id);
    } catch {
      persisted.delete(pending.client_id);
    }
  }

  return {
    read,
    /** Stores what changed between two states of the outbox. */
    save(before: Outbox, after: Outbox): void {
      const previous = new Map(before.map((pending) => [pending.client_id, pending]));
      for (const pending of after) {
        if (previous.get(pending.client_id) !== pending) put(pending);
        previous.delete(pending.client_id);
      }
      for (const client_id of previous.keys()) {
        persisted.delete(client_id);
        storage.removeItem(prefix + client_id);
      }
    },
    /** True when another tab has sent or discarded it. */
    wasRemovedElsewhere: (client_id: string): boolean =>
      persisted.has(client_id) && storage.getItem(prefix + client_id) === null,
  };
}

export type UnsentStore = ReturnType<typeof createUnsentStore>;

function byTime(a: PendingMessage, b: PendingMessage): number {
  if (a.datetime !== b.datetime) return a.datetime < b.datetime ? -1 : 1;
  return a.client_id < b.client_id ? -1 : 1;
}

function parsed(text: string | null): PendingMessage | undefined {
  try {
    const pending = JSON.parse(text ?? "") as PendingMessage;
    return typeof pending.client_id === "string" && pending.chat_id > 0 ? pending : undefined;
  } catch {
    return undefined;
  }
}
