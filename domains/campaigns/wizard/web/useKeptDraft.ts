import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { session } from "#core/web/session/session.ts";
import { draftKeeper, type KeptDraft, keptKey, readKept } from "./keptDraft.ts";

/** Milliseconds after the last change until it is kept. */
const delayMs = 300;

/** The unsaved draft that this browser kept for the user on this screen, if any; read once. */
export function useFoundDraft<Draft extends object>(empty: Draft): KeptDraft<Draft> | undefined {
  const { pathname } = useLocation();
  const [found] = useState(() => readKept(localStorage, keyOf(pathname), empty));
  return found;
}

/**
 * Keeps what is typed over a reload, a crash of the screen and the end of a session, until it is saved or discarded.
 *
 * @returns forgets what was kept, for good: call it once the draft was saved or discarded.
 */
export function useKeepDraft<Draft>(current: KeptDraft<Draft>, isChanged: boolean): () => void {
  const { pathname } = useLocation();
  const [keeper] = useState(() => draftKeeper(localStorage, keyOf(pathname)));
  const json = isChanged ? JSON.stringify(current) : undefined;
  const newest = useRef(json);
  useEffect(() => {
    newest.current = json;
    const timer = setTimeout(() => keeper.keep(json), delayMs);
    return () => clearTimeout(timer);
  }, [keeper, json]);
  useEffect(() => {
    const keepNewest = () => keeper.keep(newest.current);
    window.addEventListener("pagehide", keepNewest);
    return () => {
      window.removeEventListener("pagehide", keepNewest);
      // Signing out clears what was typed, and the next user of this browser finds nothing of it.
      if (session.current() || session.wasSignedOut()) keepNewest();
    };
  }, [keeper]);
  return keeper.forget;
}

const keyOf = (pathname: string) => keptKey(session.current()?.user_id ?? 0, pathname);
