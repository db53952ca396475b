export { buyNumber } from "./buyNumber.ts";
export type { PurchaseKey } from "./purchaseStore.ts";
export { periodStart } from "./store.ts";
