export { mailAddressKey } from "./mailAddressKey.ts";
export { receiveMailEvent } from "./receiveMailEvent.ts";
export { recordImportedUnsubscribes } from "./recordImportedUnsubscribes.ts";
export { recordMailConsent } from "./recordMailConsent.ts";
export { unsubscribeUrl } from "./serveUnsubscribe.ts";
export { addressIds, addressOf, suppressedAddresses, suppressionOf } from "./store.ts";
