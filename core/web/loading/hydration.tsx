import { createContext, type ReactNode, startTransition, use, useEffect, useState } from "react";

/** Whether a prerendered page is being hydrated. Until then it shows what the build knew, and asks for no data. */
let hydrating = false;
let onEnd: (() => void) | undefined;

/** Starts hydration of a prerendered frame. */
export function beginHydration(): void {
  hydrating = true;
}

/** Ends hydration: the screen's markup is React's own by now, and may change. Does nothing a second time. */
export function endHydration(): void {
  if (!hydrating) return;
  hydrating = false;
  onEnd?.();
}

const Prerendered = createContext(import.meta.env.SSR);

/** Tells everything below it when hydration has ended: in a transition, so that the page answers in between. */
export function HydrationProvider({ children }: { children: ReactNode }) {
  const [isPrerendered, setPrerendered] = useState(import.meta.env.SSR || hydrating);
  useEffect(() => {
    onEnd = () => startTransition(() => setPrerendered(false));
    // The screen's effects run before this one.
    if (!hydrating) onEnd();
    return () => {
      onEnd = undefined;
    };
  }, []);
  return <Prerendered value={isPrerendered}>{children}</Prerendered>;
}

/** Whether the page still has to look as it was prerendered: at build, and until it is hydrated. */
export const useIsPrerendered = (): boolean => use(Prerendered);
