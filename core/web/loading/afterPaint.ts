import { afterFrame } from "./afterFrame.ts";

/** Resolves after the page's first paint, which must not wait for the code behind it. Hidden pages resolve at once. */
export const afterPaint = () => new Promise<void>((resolve) => void afterFrame(resolve));

/** Yields to the main thread, so that typing stays responsive. Browsers without `scheduler.yield` wait some milliseconds more. */
export const yieldToMain = (): Promise<void> =>
  "scheduler" in window ? window.scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
