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
  const before = token;
  token = session.current()?.auth_token;
  // What a person's files left in this browser goes with their sign-in.
  if (before && before !== token) {
    import("./keptFiles.ts").then(
      ({ dropAllFiles }) => dropAllFiles(),
      () => globalThis.indexedDB?.deleteDatabase("rooftop-files"),
    );
  }
});

/** A form that is drawn at build shows what nobody's browser would; the app takes it over as that. */
const asDrawn = () => (import.meta.env.SSR ? session.current() : undefined);

/** The signed-in person, or undefined; follows sign-in and logout, also of other tabs. */
export function useSession(): Session | undefined {
  return useSyncExternalStore(session.subscribe, session.current, asDrawn);
}
