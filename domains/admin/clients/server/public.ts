export { buyNumber } from "./buyNumber.ts";
export type { PurchaseKey } from "./purchaseStore.ts";
export { clientById, periodStart } from "./store.ts";
