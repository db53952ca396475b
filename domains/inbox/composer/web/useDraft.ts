import { useMemo } from "react";
import { useSession } from "#core/web/session.ts";
import { useStore } from "#core/web/useStore.ts";
import { createDrafts, type Draft, type Drafts, ownerOf } from "./drafts.ts";

let kept: { of: string; drafts: Drafts } | undefined;

function draftsFor(token: string): Drafts {
  if (kept?.of !== token) {
    kept = { of: token, drafts: createDrafts(globalThis.localStorage, ownerOf(token), Date.now) };
  }
  return kept.drafts;
}

/** What can be done with a draft; the same object as long as it is about the same chat. */
export interface DraftAtHand {
  /** What is written now, also within something that began earlier. */
  readonly current: () => Draft;
  readonly change: (next: (draft: Draft) => Partial<Draft>) => void;
}

/** What the signed-in person has written in a chat and not sent yet. */
export function useDraft(chatId: number): { readonly draft: Draft; readonly own: DraftAtHand } {
  const token = useSession()?.auth_token ?? "";
  const drafts = useMemo(() => draftsFor(token), [token]);
  const draft = useStore(drafts.subscribe, () => drafts.of(chatId));
  const own = useMemo<DraftAtHand>(
    () => ({ current: () => drafts.of(chatId), change: (next) => drafts.change(chatId, next) }),
    [drafts, chatId],
  );
  return { draft, own };
}
