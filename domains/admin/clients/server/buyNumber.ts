import { Failure, found } from "#core/failure.ts";
import type { Server } from "#core/server/serve.ts";
import type { Origin, Unit } from "#core/server/unit.ts";
import { locationOfNumber } from "#domains/locations/server/public.ts";
import type { BuyResult } from "#ports/sms/numbers.ts";
import { answerGrace } from "../rules.ts";
import { settlePurchaseJob } from "./jobs.ts";
import {
  insertPurchase,
  locationsBeingServed,
  locationToServe,
  lockForPurchase,
  type PurchaseKey,
  type PurchaseRow,
  standingPurchase,
  updatePurchase,
} from "./purchaseStore.ts";
import { settlePurchase } from "./settlePurchase.ts";
import { clientById } from "./store.ts";
import { failPurchase, takeNumber } from "./takeNumber.ts";

export interface Choice {
  readonly dealer_id: number;
  /** E.164 */
  readonly number: string;
}

type Surroundings = Pick<Server, "within" | "ports" | "log">;

/**
 * Buys a number for a client, intent first: the intent is committed with the location that will get the number, then the
 * carrier is asked, then the number is assigned. A process that dies in between leaves an intent, which `settlePurchase`
 * takes up. The same choice again finds the purchase that stands, and buys nothing twice.
 *
 * @returns the purchase, whose state says what became of it so far.
 */
export async function buyNumber(server: Surroundings, choice: Choice, origin: Origin): Promise<PurchaseKey> {
  const { within, ports } = server;
  const buyer = origin.user_id ?? 0;
  const claimed = await within.platform("buy a number", (unit) => claim(unit, server, choice, buyer), origin);
  if (claimed.again) {
    if (claimed.ask) await settlePurchase(server, claimed.key, { mine: true });
    return claimed.key;
  }
  const result = await ports.sms.numbers.buy(choice.number);
  await takeResult(server, claimed.key, result);
  return claimed.key;
}

interface Claimed {
  readonly key: PurchaseKey;
  /** The purchase stood already. */
  readonly again: boolean;
  /** It was given up: the carrier may be asked once more. */
  readonly ask: boolean;
}

async function claim(unit: Unit, { ports }: Surroundings, choice: Choice, bought_by: number): Promise<Claimed> {
  const { db, now } = unit;
  const { dealer_id, number } = choice;
  found(await clientById(db, dealer_id, now()));
  await lockForPurchase(db, dealer_id, number);
  const standing = await standingPurchase(db, number);
  if (standing) return again(unit, standing, dealer_id);
  if (await locationOfNumber(db, number)) throw new Failure("conflict", "This number is in use already.");
  const location = await locationToServe(db, dealer_id);
  if (!location) throw await noLocation(unit, dealer_id);
  const location_id = location.id;
  const lease_until = new Date(now().getTime() + ports.sms.answersWithin + answerGrace);
  const key = await insertPurchase(db, { ...choice, location_id, bought_by, started_at: now(), lease_until });
  // In the same transaction: whatever happens to this process, somebody will ask what became of it.
  const after = Math.ceil((ports.sms.answersWithin + answerGrace) / 1000);
  unit.enqueue(settlePurchaseJob, key, { after });
  const detail = { number, location_id };
  await unit.audit({ action: "was being bought", subject: "phone number", subject_id: key.id, detail, dealer_id });
  return { key, again: false, ask: false };
}

async function again({ db, now }: Unit, standing: PurchaseRow, dealer_id: number): Promise<Claimed> {
  if (standing.dealer_id !== dealer_id) throw new Failure("conflict", "This number is another client's.");
  const key = { dealer_id, id: standing.id };
  const ask = standing.state === "unknown";
  if (ask) await updatePurchase(db, key, { state: "intended", asked: 0, lease_until: now(), error: "" });
  return { key, again: true, ask };
}

/** Why no number can be bought for a client now. */
async function noLocation({ db }: Unit, dealer_id: number): Promise<Failure> {
  const served = await locationsBeingServed(db, dealer_id);
  return new Failure(
    "conflict",
    served.length > 0
      ? "A number is being bought for this client already. Please wait until that is done."
      : "This client has no location without a number.",
  );
}

async function takeResult(server: Surroundings, key: PurchaseKey, result: BuyResult): Promise<void> {
  if (result.kind === "bought") return takeNumber(server, key, result.sid);
  if (result.kind === "lost") {
    server.log.warn({ ...key, why: result.why }, "the carrier's answer was lost");
    return settlePurchase(server, key, { mine: true });
  }
  if (!result.taken) return failPurchase(server, key, result.words);
  // Sold: perhaps to ourselves, by a request that was made twice on its way.
  await settlePurchase(server, key, { mine: true, refused: result.words });
}
