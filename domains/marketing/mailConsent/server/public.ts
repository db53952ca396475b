export { mailAddressKey } from "./mailAddressKey.ts";
export { receiveMailEvent } from "./receiveMailEvent.ts";
export { unsubscribeUrl } from "./serveUnsubscribe.ts";
export { addressIds, suppressedAddresses } from "./store.ts";
