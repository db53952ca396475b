import { useCallback, useSyncExternalStore } from "react";

/** As wide as phones get. */
export const phone = "(max-width: 48em)";

const never = () => false;

/** Whether a media query matches. While a prerendered page is hydrated it matches nothing, as it did at build. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches, never);
}
