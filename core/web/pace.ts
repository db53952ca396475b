import { afterFrame } from "./afterFrame.ts";

/** Until what the page came with is shown: only then the code is fetched that makes it work. Out of sight that is at once. */
export const shown = () => new Promise<void>((resolve) => void afterFrame(resolve));

/** The browser's turn, so that nobody's typing waits for long. */
export const turn = () => new Promise<void>((resolve) => setTimeout(resolve));
