import { useSyncExternalStore } from "react";
import { createSession, type Session } from "./createSession.ts";

export type { Session } from "./createSession.ts";

export const session = createSession(localStorage, sessionStorage);

// Another tab signed in or out (a null key: it cleared everything).
globalThis.addEventListener?.("storage", ({ storageArea, key }) => {
  if (storageArea === localStorage && (key === null || key !== "navigation")) session.reload();
});

let token = session.current()?.auth_token;
session.subscribe(() => {
  const previous = token;
  token = session.current()?.auth_token;
  // A user's stored files leave with their session.
  if (previous && previous !== token) {
    import("./storedFiles.ts").then(
      ({ deleteAllStoredFiles }) => deleteAllStoredFiles(),
      () => globalThis.indexedDB?.deleteDatabase("rooftop-files"),
    );
  }
});

/** What hydration must match: prerendered forms render signed out, frames for the person who is signed in. */
const prerenderedSession = () =>
  import.meta.env.SSR || !document.querySelector("#root[data-drawn]") ? session.current() : undefined;

/** The signed-in user, or undefined; follows sign-in and logout, also in other tabs. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(session.subscribe, session.current, prerenderedSession);
}
