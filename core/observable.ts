/** State outside React that components and modules can subscribe to. */
export interface Observable<T> {
  /** The current value: the same one until it changes. */
  readonly get: () => T;
  readonly subscribe: (listener: () => void) => () => void;
  /** Tells every subscriber that the value may have changed. */
  readonly notify: () => void;
}

/** An observable over any state; whoever changes what `get` reads calls `notify`. */
export function createObservable<T>(get: () => T): Observable<T> {
  const listeners = new Set<() => void>();
  return {
    get,
    subscribe(listener) {
      // A function of its own, so that two subscriptions of one listener end separately.
      const subscriber = () => listener();
      listeners.add(subscriber);
      return () => void listeners.delete(subscriber);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
