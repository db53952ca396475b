import { useSyncExternalStore } from "react";

/** Reads a store outside React, also while prerendering at build, where the store still has its defaults. */
export function useStore<T>(subscribe: (listener: () => void) => () => void, get: () => T): T {
  return useSyncExternalStore(subscribe, get, get);
}
