import { useSyncExternalStore } from "react";

/** What a store outside of React says; also where a screen is drawn at build, before anybody's browser has said a thing. */
export function useStore<T>(subscribe: (listener: () => void) => () => void, get: () => T): T {
  return useSyncExternalStore(subscribe, get, get);
}
