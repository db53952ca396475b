/** The code of an open conversation. The first view of the list doesn't wait for it. */
export const loadMessagePane = () => import("./MessagePane.tsx");

/** Loads it ahead; the screen reports a failure when it opens the conversation. */
export const preloadMessagePane = (): void => void loadMessagePane().catch(() => undefined);
