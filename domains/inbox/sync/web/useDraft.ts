import { useMemo } from "react";
import { useSession } from "#core/web/session/session.ts";
import { useStore } from "#core/web/useStore.ts";
import { createDrafts, type Draft, type Drafts, ownerKey } from "./drafts.ts";

/** A text to the customer or a team note, each with its own draft. */
export type DraftKind = "text" | "note";

const cached: Partial<Record<DraftKind, { owner: string; drafts: Drafts }>> = {};

function draftsFor(kind: DraftKind, owner: string): Drafts {
  const kept = cached[kind];
  if (kept?.owner === owner) return kept.drafts;
  const drafts = createDrafts(globalThis.localStorage, kind === "note" ? `note_${owner}` : owner, Date.now);
  cached[kind] = { owner, drafts };
  return drafts;
}

/** Reads and changes a draft; the same object for the same chat. */
export interface DraftHandle {
  /** The current draft, also inside older closures. */
  readonly current: () => Draft;
  readonly change: (next: (draft: Draft) => Partial<Draft>) => void;
}

/** The signed-in person's draft in a chat. */
export function useDraft(
  chatId: number,
  kind: DraftKind = "text",
): { readonly draft: Draft; readonly handle: DraftHandle } {
  // By person, not by session: a draft waits for its author to sign in again.
  const owner = ownerKey(useSession());
  const drafts = useMemo(() => draftsFor(kind, owner), [kind, owner]);
  const draft = useStore(drafts.subscribe, () => drafts.of(chatId));
  const handle = useMemo<DraftHandle>(
    () => ({ current: () => drafts.of(chatId), change: (next) => drafts.change(chatId, next) }),
    [drafts, chatId],
  );
  return { draft, handle };
}
