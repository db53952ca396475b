import { startTransition } from "react";
import type { hydrateRoot } from "react-dom/client";
import { matchPath } from "react-router";
import { App } from "../App.tsx";
import { signInScreens } from "../signInScreens.ts";

/** Hydrates a prerendered form. The caller passes React DOM in, so that it is evaluated in a separate task. */
export function hydrate(root: HTMLElement, hydrateWith: typeof hydrateRoot): void {
  // Ignored here: the screen reports a failed import when it renders.
  void signInScreens
    .find(({ path }) => matchPath(path, window.location.pathname))
    ?.component.preload()
    .catch(() => undefined);
  // A transition hydrates in slices, which keeps typing responsive.
  startTransition(() => {
    hydrateWith(root, <App />);
  });
}
