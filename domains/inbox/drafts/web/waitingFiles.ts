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
