import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { session } from "#core/web/session/session.ts";
import { type KeptDraft, keptKey, readKept, writeKept } from "./keptDraft.ts";

/** Milliseconds after the last change until it is kept. */
const delayMs = 300;

/** The unsaved draft that this browser kept for the user on this screen, if any; read once. */
export function useFoundDraft<Draft extends object>(empty: Draft): KeptDraft<Draft> | undefined {
  const { pathname } = useLocation();
  const [found] = useState(() => readKept(localStorage, keyOf(pathname), empty));
  return found;
}

/** Keeps what is typed over a reload and the end of a session, until it is saved or discarded. */
export function useKeepDraft<Draft>(current: KeptDraft<Draft>, isChanged: boolean): void {
  const { pathname } = useLocation();
  const [key] = useState(() => keyOf(pathname));
  const newest = useRef({ current, isChanged });
  useEffect(() => {
    newest.current = { current, isChanged };
  });
  const text = JSON.stringify(current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change starts the time anew
  useEffect(() => {
    const timer = setTimeout(() => keep(key, newest.current), delayMs);
    return () => clearTimeout(timer);
  }, [key, text, isChanged]);
  useEffect(() => {
    const leavePage = () => keep(key, newest.current);
    window.addEventListener("pagehide", leavePage);
    return () => {
      window.removeEventListener("pagehide", leavePage);
      // The wizard was left: with a saved or a discarded draft, unless the session ended by itself.
      if (session.wasSignedOut()) leavePage();
      else localStorage.removeItem(key);
    };
  }, [key]);
}

const keyOf = (pathname: string) => keptKey(session.current()?.user_id ?? 0, pathname);

function keep<Draft>(key: string, { current, isChanged }: { current: KeptDraft<Draft>; isChanged: boolean }): void {
  if (isChanged) writeKept(localStorage, key, current);
  else localStorage.removeItem(key);
}
