import { useMemo } from "react";
import { useSession } from "#core/web/session/session.ts";
import { useStore } from "#core/web/useStore.ts";
import { createDrafts, type Draft, type Drafts, ownerKey } from "./drafts.ts";

let cached: { token: string; drafts: Drafts } | undefined;

function draftsFor(token: string): Drafts {
  if (cached?.token !== token) {
    cached = { token, drafts: createDrafts(globalThis.localStorage, ownerKey(token), Date.now) };
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
  const token = useSession()?.auth_token ?? "";
  const drafts = useMemo(() => draftsFor(token), [token]);
  const draft = useStore(drafts.subscribe, () => drafts.of(chatId));
  const handle = useMemo<DraftHandle>(
    () => ({ current: () => drafts.of(chatId), change: (next) => drafts.change(chatId, next) }),
    [drafts, chatId],
  );
  return { draft, handle };
}
