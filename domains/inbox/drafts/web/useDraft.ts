import { useMemo } from "react";
import { useSession } from "#core/web/session/session.ts";
import { useStore } from "#core/web/useStore.ts";
import { createDrafts, type Draft, type Drafts, ownerKey } from "./drafts.ts";

let cached: { owner: string; drafts: Drafts } | undefined;

function draftsFor(owner: string): Drafts {
  if (cached?.owner !== owner) {
    cached = { owner, drafts: createDrafts(globalThis.localStorage, owner, Date.now) };
  }
  return cached.drafts;
}

/** Reads and changes a draft; the same object for the same chat. */
export interface DraftHandle {
  /** The current draft, also inside older closures. */
  readonly current: () => Draft;
  readonly change: (next: (draft: Draft) => Partial<Draft>) => void;
}

/** The signed-in person's draft in a chat. */
export function useDraft(chatId: number): { readonly draft: Draft; readonly handle: DraftHandle } {
  // By person, not by session: a draft waits for its author to sign in again.
  const owner = ownerKey(useSession());
  const drafts = useMemo(() => draftsFor(owner), [owner]);
  const draft = useStore(drafts.subscribe, () => drafts.of(chatId));
  const handle = useMemo<DraftHandle>(
    () => ({ current: () => drafts.of(chatId), change: (next) => drafts.change(chatId, next) }),
    [drafts, chatId],
  );
  return { draft, handle };
}
