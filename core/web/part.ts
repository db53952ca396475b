import { type LazyExoticComponent, lazy } from "react";
import { patiently } from "./patiently.ts";

type AnyComponent = Awaited<ReturnType<Parameters<typeof lazy>[0]>>["default"];

/**
 * A part of a screen whose code comes when it is first shown: `part(() => import("./CustomerPanel.tsx"), "CustomerPanel")`.
 * Without a line it is waited for: the rest of the screen stays as it is. Stands within a `Suspense`.
 */
export function part<K extends string, C extends AnyComponent>(
  module: () => Promise<Record<K, C>>,
  exported: K,
): LazyExoticComponent<C> {
  return lazy(async () => ({ default: (await patiently(module))[exported] }));
}
