import { useCallback } from "react";
import { useIsPrerendered } from "../loading/hydration.tsx";
import { useStore } from "../useStore.ts";

/** As wide as phones get. */
export const phone = "(max-width: 48em)";

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
  const matches = useStore(subscribe, () => !import.meta.env.SSR && window.matchMedia(query).matches);
  return useIsPrerendered() ? false : matches;
}
