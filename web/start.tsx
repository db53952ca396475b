import { startTransition, useLayoutEffect } from "react";
import type { createRoot } from "react-dom/client";
import { fetchLateStyles } from "#core/web/lateStyles.ts";
import { session } from "#core/web/session.ts";
import { App } from "./App.tsx";
import { fetchAhead } from "./screens.ts";

/** Puts the app in the page's place, all at once: until then what was drawn there is seen, and can't be used. */
export async function start(root: HTMLElement, make: typeof createRoot): Promise<void> {
  fetchLateStyles();
  // Whoever is signed in needs the frame and the screen: without them there would be a loader first.
  if (session.current()) await fetchAhead(window.location.pathname);
  function Opened() {
    useLayoutEffect(() => {
      for (const name of ["inert", "aria-hidden"]) root.removeAttribute(name);
    }, []);
    return <App />;
  }
  // As a transition it is drawn in slices, between which the browser can do other things.
  startTransition(() => make(root).render(<Opened />));
}
