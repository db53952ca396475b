import { Failure, orNotFound } from "#core/failure.ts";
import type { Origin, UnitOfWork } from "#core/server/unitOfWork.ts";
import { locationOfNumber } from "#domains/locations/server/public.ts";
import { deadlineIn, leavesWithin } from "#ports/deadline.ts";
import type { BuyResult } from "#ports/sms/numbers.ts";
import { answerGraceMs } from "../rules.ts";
import {
  currentPurchase,
  insertPurchase,
  locationsWithOpenPurchase,
  lockForPurchase,
  nextLocationForNumber,
  openRequest,
  type PurchaseKey,
  type PurchaseRow,
  updatePurchase,
} from "./purchaseStore.ts";
import { assignBoughtNumber, failPurchase, type PurchaseDeps, settlePurchase, settlePurchaseJob } from "./purchases.ts";
import { clientById } from "./store.ts";

export interface NumberOrder {
  readonly dealer_id: number;
  /** E.164 */
  readonly number: string;
  /** The request for a tracking number that it answers; without it a location gets its main number. */
  readonly tracking_number_id?: number | undefined;
  /** Says where it goes, in the transaction of the intent, instead of the two above. */
  readonly destination?: (unit: UnitOfWork) => Promise<NumberDestination>;
}

/** The location that gets a number, and the request that it answers. */
export interface NumberDestination {
  readonly location_id: number;
  readonly tracking_number_id: number | null;
  /** 1: someone of the business buys it. */
  readonly self_service: number;
}

/**
 * Buys a number for a client: commits the intent with its location, calls the carrier, then assigns the number.
 * `settlePurchase` recovers an intent whose process died; a repeated request finds the existing purchase.
 *
 * @returns the purchase, whose state shows how far it got.
 */
export async function buyNumber(server: PurchaseDeps, choice: NumberOrder, origin: Origin): Promise<PurchaseKey> {
  const { within, ports } = server;
  const buyer = origin.user_id ?? 0;
  const leaveBy = deadlineIn(ports.clock);
  const claimed = await within.cellOf(choice, "buy a number", (unit) => claim(unit, server, choice, buyer), origin);
  if (claimed.isExisting) {
    if (claimed.mustRecheck) await settlePurchase(server, claimed.key, { holdsLease: true });
    return claimed.key;
  }
  const result = await ports.sms.numbers.buy(choice.number, leaveBy);
  await applyBuyResult(server, claimed.key, result);
  return claimed.key;
}

interface PurchaseClaim {
  readonly key: PurchaseKey;
  /** An earlier request made this purchase. */
  readonly isExisting: boolean;
  /** It had been given up: check with the carrier once more. */
  readonly mustRecheck: boolean;
}

async function claim(
  unit: UnitOfWork,
  { ports }: PurchaseDeps,
  choice: NumberOrder,
  bought_by: number,
): Promise<PurchaseClaim> {
  const { db, now } = unit;
  const { dealer_id, number } = choice;
  orNotFound(await clientById(db, dealer_id, now()));
  await lockForPurchase(db, dealer_id, number);
  const existing = await currentPurchase(db, number);
  if (existing) return claimExisting(unit, existing, dealer_id);
  if (await locationOfNumber(db, number)) throw new Failure("conflict", "This number is already in use.");
  const { location_id, ...purpose } = await (choice.destination?.(unit) ?? destinationOf(unit, choice));
  const leaseMs = leavesWithin + ports.sms.answersWithin + answerGraceMs;
  const lease_until = new Date(now().getTime() + leaseMs);
  const key = await insertPurchase(db, {
    dealer_id,
    number,
    location_id,
    ...purpose,
    bought_by,
    started_at: now(),
    lease_until,
  });
  // In the same transaction, so that the purchase is settled even if this process crashes.
  unit.enqueue(settlePurchaseJob, key, { delaySeconds: Math.ceil(leaseMs / 1000) });
  const detail = { number, location_id };
  await unit.audit({ action: "was being bought", subject: "phone number", subject_id: key.id, detail, dealer_id });
  return { key, isExisting: false, mustRecheck: false };
}

/** Where a bought number goes. */
async function destinationOf(
  unit: UnitOfWork,
  { dealer_id, tracking_number_id }: NumberOrder,
): Promise<NumberDestination> {
  if (tracking_number_id !== undefined) {
    const request = await openRequest(unit.db, dealer_id, tracking_number_id);
    if (!request) throw new Failure("conflict", "This request is no longer open.");
    return { location_id: request.location_id, tracking_number_id, self_service: 0 };
  }
  const location = await nextLocationForNumber(unit.db, dealer_id);
  if (!location) throw await noLocationFailure(unit, dealer_id);
  return { location_id: location.id, tracking_number_id: null, self_service: 0 };
}

async function claimExisting(
  { db, now }: UnitOfWork,
  existing: PurchaseRow,
  dealer_id: number,
): Promise<PurchaseClaim> {
  if (existing.dealer_id !== dealer_id) throw new Failure("conflict", "This number belongs to another client.");
  const key = { dealer_id, id: existing.id };
  const mustRecheck = existing.state === "unknown";
  if (mustRecheck) await updatePurchase(db, key, { state: "intended", asked: 0, lease_until: now(), error: "" });
  return { key, isExisting: true, mustRecheck };
}

/** The reason why no number can be bought for a client now. */
async function noLocationFailure({ db }: UnitOfWork, dealer_id: number): Promise<Failure> {
  const served = await locationsWithOpenPurchase(db, dealer_id);
  return new Failure(
    "conflict",
    served.length > 0
      ? "A number is already being bought for this client. Wait for that purchase to finish."
      : "Every location of this client already has a number.",
  );
}

async function applyBuyResult(server: PurchaseDeps, key: PurchaseKey, result: BuyResult): Promise<void> {
  if (result.kind === "bought") return assignBoughtNumber(server, key, result);
  if (result.kind === "lost") {
    server.log.warn({ ...key, why: result.why }, "the carrier's answer was lost");
    return settlePurchase(server, key, { holdsLease: true });
  }
  if (!result.taken) return failPurchase(server, key, result.words);
  // Sold, perhaps to ourselves: the request may have been duplicated in transit.
  await settlePurchase(server, key, { holdsLease: true, refusal: result.words });
}
