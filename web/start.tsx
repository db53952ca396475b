import { startTransition, useLayoutEffect } from "react";
import type { createRoot } from "react-dom/client";
import { fetchLateStyles } from "#core/web/lateStyles.ts";
import { session } from "#core/web/session.ts";
import { App } from "./App.tsx";
import { fetchAhead } from "./screens.ts";

/** Renders the app in place of the prerendered frame, which is visible but inert until then. */
export async function start(root: HTMLElement, create: typeof createRoot): Promise<void> {
  fetchLateStyles();
  // With the shell and the screen loaded, the frame gives way to the screen instead of a loader.
  if (session.current()) await fetchAhead(window.location.pathname);
  function ActivatedApp() {
    useLayoutEffect(() => {
      for (const name of ["inert", "aria-hidden"]) root.removeAttribute(name);
    }, []);
    return <App />;
  }
  // A transition renders in slices, which keeps the page responsive.
  startTransition(() => create(root).render(<ActivatedApp />));
}
