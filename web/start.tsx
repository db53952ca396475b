import { startTransition, useLayoutEffect } from "react";
import type * as client from "react-dom/client";
import { beginHydration } from "#core/web/loading/hydration.tsx";
import { retryFailedStyles } from "#core/web/loading/retryFailedStyles.ts";
import { session } from "#core/web/session/session.ts";
import { App } from "./App.tsx";
import { loadSignedIn } from "./signedIn.ts";

/** Hydrates the prerendered frame, which is visible but inert until then; renders the app where there is none. */
export async function start(root: HTMLElement, { createRoot, hydrateRoot }: typeof client): Promise<void> {
  retryFailedStyles();
  // With the shell and the screen loaded, the frame becomes the screen without a loader in between.
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
  startTransition(() => {
    // A frame knows no query: filters from the address would differ from its fields.
    if (!root.hasChildNodes() || window.location.search) return createRoot(root).render(<ActivatedApp />);
    beginHydration();
    // Ignored here: React renders anew what differs from the frame.
    hydrateRoot(root, <ActivatedApp />, { onRecoverableError: () => undefined });
  });
}
