import { useEffect, useRef } from "react";
import { watchForChanges } from "./unsavedChanges.ts";

/**
 * Asks "Discard changes?" before a form with changes is left: by a link, by the back button, or by closing the tab. The
 * links and the back button are `NavigationGuard`'s.
 *
 * @param onDiscard called when the person agrees to lose the changes.
 */
export function useUnsavedChanges(isChanged: () => boolean, onDiscard?: () => void): void {
  const current = useRef({ isChanged, onDiscard });
  useEffect(() => {
    current.current = { isChanged, onDiscard };
  });
  useEffect(() => {
    const isStillChanged = () => current.current.isChanged();
    const stop = watchForChanges({ isChanged: isStillChanged, onDiscard: () => current.current.onDiscard?.() });
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
