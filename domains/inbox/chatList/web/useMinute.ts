import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer, however many rows show a time that passes. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, 15_000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const currentMinute = () => Math.floor(Date.now() / 60_000);

/** Renders again each minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, currentMinute, currentMinute);
