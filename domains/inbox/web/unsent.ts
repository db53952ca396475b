import type { Outbox, Pending } from "./outbox.ts";
import { unsentPrefix } from "./unsentKeys.ts";

/** The part of the browser's lasting storage that is used here. */
export type UnsentShelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/** Texts older than this are forgotten. */
const keptFor = 7 * 24 * 3_600_000;

/**
 * What a person has written and the server has not answered for, over reloads, closed tabs and an ended session. Each text
 * has a key of its own, so that tabs don't overwrite each other's; only the person who wrote it finds it again.
 */
export function createUnsent(shelf: UnsentShelf, owner: string) {
  const prefix = unsentPrefix(owner);
  /** What the browser took; where it has no room left, a text lives as long as its page. */
  const kept = new Set<string>();

  function read(now: Date): Outbox {
    const found: Pending[] = [];
    for (let at = shelf.length - 1; at >= 0; at -= 1) {
      const key = shelf.key(at);
      if (!key?.startsWith(prefix)) continue;
      const pending = parsed(shelf.getItem(key));
      if (!pending || now.getTime() - Date.parse(pending.datetime) > keptFor) shelf.removeItem(key);
      else found.push(pending);
    }
    for (const { client_id } of found) kept.add(client_id);
    return found.sort(byTime);
  }

  function put(pending: Pending): void {
    try {
      shelf.setItem(prefix + pending.client_id, JSON.stringify(pending));
      kept.add(pending.client_id);
    } catch {
      kept.delete(pending.client_id);
    }
  }

  return {
    read,
    /** Keeps what has changed between two states of the outbox. */
    keep(before: Outbox, after: Outbox): void {
      const known = new Map(before.map((pending) => [pending.client_id, pending]));
      for (const pending of after) {
        if (known.get(pending.client_id) !== pending) put(pending);
        known.delete(pending.client_id);
      }
      for (const client_id of known.keys()) {
        kept.delete(client_id);
        shelf.removeItem(prefix + client_id);
      }
    },
    /** True when another tab has sent it, or let go of it. */
    isGone: (client_id: string): boolean => kept.has(client_id) && shelf.getItem(prefix + client_id) === null,
  };
}

export type Unsent = ReturnType<typeof createUnsent>;

function byTime(a: Pending, b: Pending): number {
  if (a.datetime !== b.datetime) return a.datetime < b.datetime ? -1 : 1;
  return a.client_id < b.client_id ? -1 : 1;
}

function parsed(text: string | null): Pending | undefined {
  try {
    const pending = JSON.parse(text ?? "") as Pending;
    return typeof pending.client_id === "string" && pending.chat_id > 0 ? pending : undefined;
  } catch {
    return undefined;
  }
}
