export { mailAddressKey, recordImportedUnsubscribes, recordMailConsent } from "./recordEmailConsent.ts";
export { unsubscribeUrl } from "./serveUnsubscribe.ts";
export { addressIds, addressOf, suppressedAddresses, suppressionOf } from "./store.ts";
