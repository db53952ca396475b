import type { Session } from "#core/web/session/createSession.ts";

/** Prefix of unsent messages' keys; they outlive an expired session. */
const keyPrefix = "unsent:";

export const unsentPrefix = (owner: string): string => `${keyPrefix}${owner}:`;

/** Whose unsent messages, at which location. */
export function unsentOwner(person: Session | undefined): string {
  return `${person?.dealer_id}.${person?.user_id}.${person?.location_id}`;
}

/** True for an unsent message's key, and for null: the storage was cleared. */
export const isUnsentKey = (key: string | null): boolean => key === null || key.startsWith(keyPrefix);

/** True when a person has unsent messages in this browser. */
export function hasUnsent(storage: Pick<Storage, "key" | "length">, person: Session | undefined): boolean {
  const prefix = unsentPrefix(unsentOwner(person));
  return Array.from({ length: storage.length }, (_, at) => storage.key(at)).some((key) => key?.startsWith(prefix));
}

/** Prefix of the drafts' storage keys. */
export const draftKeyPrefix = "inbox_draft_";

/** True when drafts in this browser hold files that are not uploaded yet. */
export function hasWaitingFiles(storage: Pick<Storage, "key" | "length" | "getItem">): boolean {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
  return keys.some((key) => key.startsWith(draftKeyPrefix) && isWaiting(storage.getItem(key)));
}

function isWaiting(draft: string | null): boolean {
  try {
    const { waiting } = JSON.parse(draft ?? "{}") as { waiting?: readonly unknown[] };
    return waiting !== undefined && waiting.length > 0;
  } catch {
    return false;
  }
}
