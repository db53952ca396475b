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
  const json = isChanged ? JSON.stringify(current) : undefined;
  const newest = useRef(json);
  useEffect(() => {
    newest.current = json;
    const timer = setTimeout(() => keep(key, json), delayMs);
    return () => clearTimeout(timer);
  }, [key, json]);
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

/** Undefined: nothing is unsaved. */
function keep(key: string, json: string | undefined): void {
  if (json === undefined) localStorage.removeItem(key);
  else writeKept(localStorage, key, json);
}
