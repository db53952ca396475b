import { useEffect, useRef } from "react";
import { watchForChanges } from "./unsavedChanges.ts";

/**
 * Asks "Discard changes?" before a form with changes is left: by a link, by the back button, or by closing the tab. The
 * links and the back button are `NavigationGuard`'s.
 */
export function useUnsavedChanges(isChanged: () => boolean): void {
  const current = useRef(isChanged);
  useEffect(() => {
    current.current = isChanged;
  });
  useEffect(() => {
    const isStillChanged = () => current.current();
    const stop = watchForChanges(isStillChanged);
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (isStillChanged()) event.preventDefault();
    };
    window.addEventListener("beforeunload", beforeUnload);
    return () => {
      stop();
      window.removeEventListener("beforeunload", beforeUnload);
    };
  }, []);
}
