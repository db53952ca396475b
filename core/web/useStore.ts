import { useSyncExternalStore } from "react";
import type { Observable } from "#core/observable.ts";

/** Reads a store outside React, also while prerendering at build, where the store still has its defaults. */
export function useStore<T>(subscribe: (listener: () => void) => () => void, get: () => T): T {
  return useSyncExternalStore(subscribe, get, get);
}

/** Reads an observable; renders again when its value has changed. */
export function useObservable<T>({ subscribe, get }: Observable<T>): T {
  return useStore(subscribe, get);
}
