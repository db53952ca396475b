import { type LazyExoticComponent, lazy } from "react";
import { retryImport } from "./retryImport.ts";

type AnyComponent = Awaited<ReturnType<Parameters<typeof lazy>[0]>>["default"];

/**
 * A component whose code loads when it first renders: `lazyNamed(() => import("./CustomerPanel.tsx"),
 * "CustomerPanel")`. Offline it waits, and the rest of the screen stays. Needs a `Suspense` around it.
 */
export function lazyNamed<K extends string, C extends AnyComponent>(
  module: () => Promise<Record<K, C>>,
  exported: K,
): LazyExoticComponent<C> {
  return lazy(async () => ({ default: (await retryImport(module))[exported] }));
}
