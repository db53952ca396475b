import { nextSettlementStep, retryDelayAfter } from "../rules.ts";
import { assignBoughtNumber, failPurchase, type PurchaseDeps, releaseBoughtNumber } from "./assignBoughtNumber.ts";
import { settlePurchaseJob } from "./jobs.ts";
import { lockPurchase, type PurchaseKey, updatePurchase } from "./purchaseStore.ts";

interface SettleOptions {
  /** The caller holds the lease, so there is no wait for its expiry. */
  readonly holdsLease?: boolean;
  /** The carrier's refusal because the number is sold: to us, or to somebody else. */
  readonly refusal?: string;
}

/**
 * Settles a purchase whose answer was lost, by asking the carrier whether the number is ours.
 * It never buys: a purchase that the carrier did not make fails.
 */
export async function settlePurchase(
  server: PurchaseDeps,
  key: PurchaseKey,
  options: SettleOptions = {},
): Promise<void> {
  const { ports } = server;
  const leased = await acquireLease(server, key, options.holdsLease ?? false);
  if (!leased) return;
  if (leased.state === "bought") return releaseBoughtNumber(server, key);
  const answer = await ports.sms.numbers.checkOwnership(leased.number);
  if (answer.kind === "ours") return assignBoughtNumber(server, key, answer);
  if (answer.kind === "not ours" && options.refusal) return failPurchase(server, key, options.refusal);
  const next = nextSettlementStep(answer.kind, leased.asked);
  if (next === "fail") return failPurchase(server, key, "The carrier didn't respond and didn't sell the number.");
  await retryOrGiveUp(server, key, next === "give up" ? undefined : retryDelayAfter(leased.asked));
}

/** Extends the lease, so that no other process checks the purchase meanwhile. */
async function acquireLease({ within, ports }: PurchaseDeps, key: PurchaseKey, mine: boolean) {
  return within.platform("settle a purchase", async (unit) => {
    const purchase = await lockPurchase(unit.db, key);
    if (purchase?.state === "bought") return purchase;
    if (purchase?.state !== "intended") return undefined;
    const now = unit.now().getTime();
    if (!mine && purchase.lease_until.getTime() > now) {
      const after = Math.ceil((purchase.lease_until.getTime() - now) / 1000);
      unit.enqueue(settlePurchaseJob, key, { delaySeconds: after });
      return undefined;
    }
    const asked = purchase.asked + 1;
    const lease_until = new Date(now + ports.sms.answersWithin);
    await updatePurchase(unit.db, key, { asked, lease_until });
    return { ...purchase, asked };
  });
}

/** Checks again after `after` seconds; undefined gives up and leaves it to the operator. */
async function retryOrGiveUp({ within }: PurchaseDeps, key: PurchaseKey, after: number | undefined): Promise<void> {
  await within.platform("settle a purchase", async (unit) => {
    const purchase = await lockPurchase(unit.db, key);
    if (purchase?.state !== "intended") return;
    if (after === undefined) {
      const error = "The carrier couldn't be reached to confirm the purchase.";
      return updatePurchase(unit.db, key, { state: "unknown", error });
    }
    await updatePurchase(unit.db, key, { lease_until: new Date(unit.now().getTime() + after * 1000) });
    unit.enqueue(settlePurchaseJob, key, { delaySeconds: after });
  });
}
