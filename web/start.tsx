import { startTransition, useLayoutEffect } from "react";
import type { createRoot } from "react-dom/client";
import { retryFailedStyles } from "#core/web/loading/retryFailedStyles.ts";
import { session } from "#core/web/session/session.ts";
import { App } from "./App.tsx";
import { loadSignedIn } from "./signedIn.ts";

/** Renders the app in place of the prerendered frame, which is visible but inert until then. */
export async function start(root: HTMLElement, create: typeof createRoot): Promise<void> {
  retryFailedStyles();
  // With the shell and the screen loaded, the frame gives way to the screen instead of a loader.
  if (session.current()) {
    // Ignored here: rendering tries again, and reports a failure.
    await loadSignedIn().then(
      ({ preloadScreen }) => preloadScreen(window.location.pathname),
      () => undefined,
    );
  }
  function ActivatedApp() {
    useLayoutEffect(() => {
      for (const name of ["inert", "aria-hidden"]) root.removeAttribute(name);
    }, []);
    return <App />;
  }
  // A transition renders in slices, which keeps the page responsive.
  startTransition(() => create(root).render(<ActivatedApp />));
}
