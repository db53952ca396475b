import { afterFrame } from "./afterFrame.ts";

/** Resolves after the page's first paint, which must not wait for the code behind it. Hidden pages resolve at once. */
export const afterPaint = () => new Promise<void>((resolve) => void afterFrame(resolve));

/** Yields to the main thread, so that typing stays responsive. */
export const yieldToMain = () => new Promise<void>((resolve) => setTimeout(resolve));
