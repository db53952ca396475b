import { startTransition } from "react";
import type { hydrateRoot } from "react-dom/client";
import { App } from "../App.tsx";
import { screenAt } from "../screens.ts";

/** Makes a drawn page the app's. React's own large part is given, so that it isn't evaluated in one go with the rest. */
export function hydrate(root: HTMLElement, using: typeof hydrateRoot): void {
  // A failure here isn't one yet: the screen itself says so.
  void screenAt(window.location.pathname)
    ?.component.preload()
    .catch(() => undefined);
  // As a transition it is done in slices, and gives way to whoever types meanwhile.
  startTransition(() => {
    using(root, <App />);
  });
}
