import type { Outbox, PendingMessage } from "./outbox.ts";
import { unsentPrefix } from "./unsentKeys.ts";

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
