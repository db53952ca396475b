/** What keys of drafts begin with. */
export const draftStart = "inbox_draft_";

/** True when files wait in drafts here that are not on the server yet. */
export function hasWaitingFiles(shelf: Pick<Storage, "key" | "length" | "getItem">): boolean {
  const keys = Array.from({ length: shelf.length }, (_, at) => shelf.key(at) ?? "");
  return keys.some((key) => key.startsWith(draftStart) && isWaiting(shelf.getItem(key)));
}

function isWaiting(draft: string | null): boolean {
  try {
    const { waiting } = JSON.parse(draft ?? "{}") as { waiting?: readonly unknown[] };
    return waiting !== undefined && waiting.length > 0;
  } catch {
    return false;
  }
}
