import type { Server } from "#core/server/serve.ts";
import { settlePurchaseJob } from "./jobs.ts";
import { expiredPurchases } from "./purchaseStore.ts";

/** Enqueues a settlement for purchases that a dead process left open. The jobs recheck the state before they act. */
export async function recoverPurchases({ within, log }: Server): Promise<void> {
  await within.platform("recover purchases", async (unit) => {
    const lost = await expiredPurchases(unit.db, unit.now());
    for (const key of lost) {
      unit.enqueue(settlePurchaseJob, key, { dedupeKey: `${key.dealer_id}-${key.id}` });
    }
    if (lost.length > 0) log.info({ lost: lost.length }, "purchases of numbers taken up again");
  });
}
