import type { Session } from "#core/web/createSession.ts";

/** What keys of unsent texts begin with: an expired session leaves those in the browser's storage. */
const start = "unsent:";

export const unsentPrefix = (owner: string): string => `${start}${owner}:`;

/** Who may find unsent texts again, and at which location. */
export function unsentOwner(person: Session | undefined): string {
  return `${person?.dealer_id}.${person?.user_id}.${person?.location_id}`;
}

/** True for a key of unsent texts, or where all keys went. */
export const isUnsentKey = (key: string | null): boolean => key === null || key.startsWith(start);

/** True when a person has left unsent texts here. */
export function hasUnsent(shelf: Pick<Storage, "key" | "length">, person: Session | undefined): boolean {
  const prefix = unsentPrefix(unsentOwner(person));
  return Array.from({ length: shelf.length }, (_, at) => shelf.key(at)).some((key) => key?.startsWith(prefix));
}
