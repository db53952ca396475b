export { receivePlatformText } from "./receiveText.ts";
export { hasOptedOut } from "./store.ts";
