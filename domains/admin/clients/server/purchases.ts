import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import {
  assignNumber,
  assignTrackingNumber,
  type LocationNumber,
  locationFacts,
  locationOfNumber,
} from "#domains/locations/server/public.ts";
import { nextSettlementStep, retryDelayAfter } from "../rules.ts";
import {
  currentPurchase,
  expiredPurchases,
  lockForPurchase,
  lockPurchase,
  type PurchaseKey,
  type PurchaseRow,
  updatePurchase,
} from "./purchaseStore.ts";

/** Checks a purchase with the carrier and ends it: assigned, released, or not bought. */
export const settlePurchaseJob = job("clients.settlePurchase", z.object({ dealer_id: Id, id: Id }), { retries: 8 });

/** Recovers purchases that a crash left open. */
export const recoverPurchasesJob = job("clients.recoverPurchases", z.object({}), { retries: 0 });

/** The server's parts that buying and settling a purchase need. */
export type PurchaseDeps = Pick<Server, "within" | "ports" | "log">;

const releaseRetrySeconds = 60;

/** Assigns a number that the carrier sold us to its location, or releases it. */
export async function assignBoughtNumber(
  server: PurchaseDeps,
  key: PurchaseKey,
  { sid: provider_sid, mms }: { readonly sid: string; readonly mms?: boolean },
): Promise<void> {
  const { within, ports } = server;
  const mustRelease = await within.cellOf(key, "take a bought number", async (unit) => {
    const purchase = await lockPurchase(unit.db, key);
    if (!purchase || ["assigned", "bought", "released"].includes(purchase.state)) return false;
    await lockForPurchase(unit.db, purchase.dealer_id, purchase.number);
    const { dealer_id, location_id, number } = purchase;
    const hadFailed = purchase.state === "failed";
    const sends_pictures = mms ?? null;
    const registration = ports.registrar ? ("missing" as const) : ("not_needed" as const);
    const bought = { dealer_id, location_id, number, provider: ports.sms.provider, provider_sid };
    const row = { ...bought, sends_pictures, registration };
    if (!hadFailed && (await assign(unit, purchase, row))) {
      await closePurchase(unit, purchase, "assigned", provider_sid);
      return false;
    }
    if (await isInUse(unit, purchase)) {
      if (!hadFailed) await closePurchase(unit, purchase, "failed", provider_sid, "This number is already in use.");
      return false;
    }
    const error = hadFailed
      ? "The carrier sold the number after we had canceled the purchase."
      : purchase.tracking_number_id === null
        ? "The number was bought, but the location already has another one."
        : "The number was bought, but its request was canceled or answered meanwhile.";
    await updatePurchase(unit.db, key, { state: "bought", provider_sid, error, lease_until: unit.now() });
    return true;
  });
  if (mustRelease) await releaseBoughtNumber(server, key);
}

/** Makes the number the location's main one, or the answer to its request. */
async function assign(unit: UnitOfWork, { tracking_number_id: id }: PurchaseRow, row: LocationNumber) {
  const { location_id, number, dealer_id } = row;
  const isMain = id === null;
  const isAssigned = isMain
    ? await assignNumber(unit.db, row, unit.now())
    : await assignTrackingNumber(unit.db, row, { id, at: unit.now() });
  if (isAssigned) unit.announce(locationFacts.numberAssigned, { dealer_id, location_id });
  if (isAssigned && isMain) unit.publish(inboxEvents.numberAssigned, { location_id, number }, { dealer_id });
  return isAssigned;
}

/** A number in use, or with a newer purchase, must never be released. */
async function isInUse({ db }: UnitOfWork, { id, number }: PurchaseRow): Promise<boolean> {
  if (await locationOfNumber(db, number)) return true;
  const existing = await currentPurchase(db, number);
  return existing !== undefined && existing.id !== id;
}

/** Releases a bought number that has no user; retried until the carrier accepts. */
async function releaseBoughtNumber({ within, ports, log }: PurchaseDeps, key: PurchaseKey): Promise<void> {
  const lookup = (unit: UnitOfWork) => lockPurchase(unit.db, key);
  const purchase = await within.cellOf(key, "give a number back", lookup);
  if (purchase?.state !== "bought" || !purchase.provider_sid) return;
  try {
    await ports.sms.numbers.release(purchase.provider_sid);
  } catch (error) {
    log.error({ err: error, ...key }, "a number could not be released yet");
    await within.cellOf(key, "give a number back", async (unit) => {
      const lease_until = new Date(unit.now().getTime() + releaseRetrySeconds * 1000);
      await updatePurchase(unit.db, key, { lease_until });
      unit.enqueue(settlePurchaseJob, key, { delaySeconds: releaseRetrySeconds });
    });
    return;
  }
  await within.cellOf(key, "give a number back", async (unit) => {
    const current = await lockPurchase(unit.db, key);
    if (current?.state === "bought")
      await closePurchase(unit, current, "released", purchase.provider_sid ?? "", current.error);
  });
}

/** Ends a purchase as not bought, with the reason. */
export async function failPurchase({ within }: PurchaseDeps, key: PurchaseKey, words: string): Promise<void> {
  await within.cellOf(key, "a purchase failed", async (unit) => {
    const purchase = await lockPurchase(unit.db, key);
    if (purchase?.state === "intended") await closePurchase(unit, purchase, "failed", undefined, words);
  });
}

const auditActions = {
  assigned: "was bought and assigned",
  released: "was released",
  failed: "was not bought",
} as const;

async function closePurchase(
  unit: UnitOfWork,
  purchase: PurchaseRow,
  state: keyof typeof auditActions,
  provider_sid: string | undefined,
  error = "",
): Promise<void> {
  const { dealer_id, id, number, location_id, bought_by } = purchase;
  const change = { state, error, settled_at: unit.now() };
  await updatePurchase(unit.db, { dealer_id, id }, { ...change, ...(provider_sid && { provider_sid }) });
  const detail = { number, location_id, ...(error && { why: error }) };
  const entry = { action: auditActions[state], subject: "phone number", subject_id: id, detail };
  await unit.audit({ ...entry, dealer_id, user_id: bought_by });
}

interface SettleOptions {
  /** The caller holds the lease, so there is no wait for its expiry. */
  readonly holdsLease?: boolean;
  /** The carrier's refusal because the number is sold: to us, or to someone else. */
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
  return within.cellOf(key, "settle a purchase", async (unit) => {
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
  await within.cellOf(key, "settle a purchase", async (unit) => {
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

/** Enqueues a settlement for purchases that a crash left open. The jobs recheck the state before they act. */
async function recoverPurchases({ within, log }: Server): Promise<void> {
  await within.eachCell("recover purchases", async (unit) => {
    const lost = await expiredPurchases(unit.db, unit.now());
    for (const key of lost) {
      unit.enqueue(settlePurchaseJob, key, { dedupeKey: `${key.dealer_id}-${key.id}` });
    }
    if (lost.length > 0) log.info({ lost: lost.length }, "purchases of numbers taken up again");
  });
}

export const clientWorkers = [
  worker(settlePurchaseJob, settlePurchase),
  worker(recoverPurchasesJob, recoverPurchases, { schedule: "* * * * *", atStart: recoverPurchases }),
];
