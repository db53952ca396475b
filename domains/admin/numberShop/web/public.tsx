import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";

/** Buys a tracking number at once. */
export const BuyNumberDialog = lazyDialog(() => import("./BuyNumberDialog.tsx"), "BuyNumberDialog");
