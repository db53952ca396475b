import { useSyncExternalStore } from "react";

/** Whether a prerendered page is being hydrated. Until then it shows what the build knew, and asks for no data. */
let hydrating = false;
const listeners = new Set<() => void>();

/** Starts hydration of a prerendered frame. */
export function beginHydration(): void {
  hydrating = true;
}

/** Ends hydration: the screen's markup is React's own by now, and may change. Does nothing a second time. */
export function endHydration(): void {
  if (!hydrating) return;
  hydrating = false;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const current = () => hydrating;

/** Whether the page still has to look as it was prerendered: at build, and until it is hydrated. */
export function useIsPrerendered(): boolean {
  return useSyncExternalStore(subscribe, current, () => import.meta.env.SSR || hydrating);
}
