import { type ReactNode, use, useEffect, useMemo, useRef } from "react";
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
  useGuardedHistory();
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

/** The browser has gone back before anybody can ask: it returns, asks, and goes there again. */
function useGuardedHistory(): void {
  const location = useLocation();
  const shown = useRef<{ index: number | undefined; path: string }>(undefined);
  useEffect(() => {
    shown.current = { index: historyIndex(), path: location.pathname };
  }, [location]);
  useEffect(() => {
    // Steps of this guard, which the router handles or never hears of.
    let expected: "return" | "leave" | undefined;
    const popped = (event: PopStateEvent) => {
      const step = expected;
      expected = undefined;
      if (step === "return") return event.stopImmediatePropagation();
      const from = shown.current;
      const to = historyIndex();
      if (step === "leave" || !from || from.index === undefined || to === undefined) return;
      const delta = to - from.index;
      if (delta === 0 || from.path === window.location.pathname || !hasChanges()) return;
      event.stopImmediatePropagation();
      expected = "return";
      window.history.go(-delta);
      void mayLeave().then((may) => {
        if (!may) return;
        expected = "leave";
        window.history.go(delta);
      });
    };
    // Before the router's own listener.
    window.addEventListener("popstate", popped, { capture: true });
    return () => window.removeEventListener("popstate", popped, { capture: true });
  }, []);
}
