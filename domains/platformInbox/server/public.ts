export { receivePlatformText } from "./receivePlatformText.ts";
export { hasOptedOut } from "./store.ts";
