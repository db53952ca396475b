export { clearAllAttempts, clearAttempts, countAttempt } from "./attempts.ts";
export { isKnownBrowser, rememberBrowser } from "./knownBrowser.ts";
export { removeBrowsers } from "./store.ts";
