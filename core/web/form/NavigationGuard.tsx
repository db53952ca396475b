import { type ReactNode, use, useEffect, useMemo } from "react";
import { UNSAFE_NavigationContext as NavigationContext, type Navigator, type To, useLocation } from "react-router";
import { hasChanges, mayLeave } from "./unsavedChanges.ts";

/**
 * Asks before links, code and the back button leave a screen whose form has changes. The router blocks nothing by itself
 * without a data router, which would load on every page.
 */
export function NavigationGuard({ children }: { children: ReactNode }) {
  const context = use(NavigationContext);
  const { navigator } = context;
  const guarded = useMemo(() => ({ ...context, navigator: guardedNavigator(navigator) }), [context, navigator]);
  useShownPlace();
  return <NavigationContext value={guarded}>{children}</NavigationContext>;
}

/** The address of another screen: what only changes the query stays on this one. */
const leaves = (to: To) =>
  new URL(typeof to === "string" ? to : (to.pathname ?? ""), window.location.href).pathname !==
  window.location.pathname;

function guardedNavigator(navigator: Navigator): Navigator {
  const guard =
    (go: Navigator["push"]): Navigator["push"] =>
    (to, ...rest) => {
      if (!hasChanges() || !leaves(to)) return go(to, ...rest);
      void mayLeave().then((may) => {
        if (may) go(to, ...rest);
      });
    };
  return {
    ...navigator,
    push: guard((to, ...rest) => navigator.push(to, ...rest)),
    replace: guard((to, ...rest) => navigator.replace(to, ...rest)),
  };
}

/** Where the browser is in its history, as the router counts it. */
const historyIndex = (): number | undefined => window.history.state?.idx;

/** The screen that is shown, and its place in the history. */
let shown: { readonly index: number | undefined; readonly path: string } | undefined;
/** A step that the guard takes itself: back to where somebody was, or on to where they wanted. */
let ownStep: "return" | "leave" | undefined;

function useShownPlace(): void {
  const location = useLocation();
  useEffect(() => {
    shown = { index: historyIndex(), path: location.pathname };
  }, [location]);
}

/** The browser has gone back before anybody can ask: it returns, asks, and goes there again. */
function onPopState(event: PopStateEvent): void {
  const step = ownStep;
  ownStep = undefined;
  if (step === "return") event.stopImmediatePropagation();
  const to = historyIndex();
  if (step || shown?.index === undefined || to === undefined) return;
  const delta = to - shown.index;
  if (delta === 0 || shown.path === window.location.pathname || !hasChanges()) return;
  event.stopImmediatePropagation();
  ownStep = "return";
  window.history.go(-delta);
  void mayLeave().then((may) => {
    if (!may) return;
    ownStep = "leave";
    window.history.go(delta);
  });
}

// Before the router listens: the window calls its listeners in the order in which they came.
if (typeof window !== "undefined") window.addEventListener("popstate", onPopState);
