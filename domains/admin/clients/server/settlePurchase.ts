import type { Server } from "#core/server/serve.ts";
import { afterAsking, askAgainIn } from "../rules.ts";
import { settlePurchaseJob } from "./jobs.ts";
import { lockPurchase, type PurchaseKey, updatePurchase } from "./purchaseStore.ts";
import { failPurchase, giveBack, takeNumber } from "./takeNumber.ts";

type Surroundings = Pick<Server, "within" | "ports" | "log">;

interface Settling {
  /** The caller has the purchase in hand, so its lease is not waited for. */
  readonly mine?: boolean;
  /** The carrier's words when it has sold the number: to us, or to somebody else. */
  readonly refused?: string;
}

/**
 * Settles a purchase whose answer was lost, with this process or on its way: asks the carrier whether the number is ours.
 * It never buys: what the carrier did not do stays undone, and is said.
 */
export async function settlePurchase(server: Surroundings, key: PurchaseKey, settling: Settling = {}): Promise<void> {
  const { ports } = server;
  const open = await takeUp(server, key, settling.mine ?? false);
  if (!open) return;
  if (open.state === "bought") return giveBack(server, key);
  const answer = await ports.sms.numbers.own(open.number);
  if (answer.kind === "ours") return takeNumber(server, key, answer.sid);
  if (answer.kind === "not ours" && settling.refused) return failPurchase(server, key, settling.refused);
  const next = afterAsking(answer.kind, open.asked);
  if (next === "fail") return failPurchase(server, key, "The carrier did not answer, and did not sell the number.");
  await leaveOpen(server, key, next === "give up" ? undefined : askAgainIn(open.asked));
}

/** Takes a purchase up for this process: its lease is extended, so that no other node asks meanwhile. */
async function takeUp({ within, ports }: Surroundings, key: PurchaseKey, mine: boolean) {
  return within.platform("settle a purchase", async (unit) => {
    const purchase = await lockPurchase(unit.db, key);
    if (purchase?.state === "bought") return purchase;
    if (purchase?.state !== "intended") return undefined;
    const now = unit.now().getTime();
    if (!mine && purchase.lease_until.getTime() > now) {
      const after = Math.ceil((purchase.lease_until.getTime() - now) / 1000);
      unit.enqueue(settlePurchaseJob, key, { after });
      return undefined;
    }
    const asked = purchase.asked + 1;
    const lease_until = new Date(now + ports.sms.answersWithin);
    await updatePurchase(unit.db, key, { asked, lease_until });
    return { ...purchase, asked };
  });
}

/** Asks again after some seconds; without them, a person has to look. */
async function leaveOpen({ within }: Surroundings, key: PurchaseKey, after: number | undefined): Promise<void> {
  await within.platform("settle a purchase", async (unit) => {
    const purchase = await lockPurchase(unit.db, key);
    if (purchase?.state !== "intended") return;
    if (after === undefined) {
      const error = "The carrier could not be asked whether the number was bought.";
      return updatePurchase(unit.db, key, { state: "unknown", error });
    }
    await updatePurchase(unit.db, key, { lease_until: new Date(unit.now().getTime() + after * 1000) });
    unit.enqueue(settlePurchaseJob, key, { after });
  });
}
