import { use } from "react";

/** What only signed-in people load: the shell, and the list of all screens, which names the files of each. */
type SignedInApp = typeof import("./shell/Shell.tsx") & typeof import("./screens.ts");

let loaded: SignedInApp | undefined;
let loading: Promise<SignedInApp> | undefined;

/** Loads the shell with the list of all screens, once; a failed attempt is repeated by the next caller. */
export function loadSignedIn(): Promise<SignedInApp> {
  loading ??= Promise.all([import("./shell/Shell.tsx"), import("./screens.ts")]).then(
    ([{ Shell }, screens]) => {
      loaded = { Shell, ...screens };
      return loaded;
    },
    (failure) => {
      loading = undefined;
      throw failure;
    },
  );
  return loading;
}

/** The shell and all screens, if somebody has signed in since the page was loaded; suspends while `isNeeded` and they load. */
export function useSignedIn(isNeeded: boolean): SignedInApp | undefined {
  // Read without React once loaded: suspending on a settled promise would show the fallback for a moment.
  return isNeeded ? (loaded ?? use(loadSignedIn())) : loaded;
}
