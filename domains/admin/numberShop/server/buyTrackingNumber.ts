import { Failure, orNotFound } from "#core/failure.ts";
import type { ContextOf } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { buyNumber, type PurchaseKey } from "#domains/admin/clients/server/public.ts";
import { cancelRequest, checkedChange, insertRequest } from "#domains/locations/callSettings/server/public.ts";
import type { NumberOffer, numberShop } from "../contract.ts";
import { leftToBuy, shopRefusals } from "../rules.ts";
import { isBuying, purchaseOf, shopFactsOf } from "./store.ts";

type ShopContext = ContextOf<typeof numberShop.buy>;

/**
 * Buys a tracking number for the acting location: checks the price once more, stores the request together with the
 * intent, and has the purchase made. A purchase that the carrier refuses takes its request with it; one that nobody knows
 * about leaves it, so that it ends as a number or with the operator.
 */
export async function buyTrackingNumber(context: ShopContext, offer: NumberOffer): Promise<PurchaseKey> {
  const { within, scope, origin, who } = context;
  const { number } = offer;
  const { dealer_id, location_id } = scope;
  const change = await within(scope, origin, (unit) => allowedChange(unit, context, offer));
  await checkPrice(context, offer);
  /** Runs within the transaction of the intent, and only for a number that isn't being bought yet. */
  const destination = async (unit: UnitOfWork) => {
    const why = await whyNot(unit, dealer_id);
    if (why) throw why;
    const row = { dealer_id, location_id, ...change, area_code: number.slice(2, 5) };
    const id = await insertRequest(unit.db, { ...row, requested_by: who.user_id, requested_at: unit.now() });
    const detail = { source: change.source, number };
    await unit.audit({ action: "bought", subject: "tracking number", subject_id: id, detail, dealer_id });
    return { location_id, tracking_number_id: id, self_service: 1 };
  };
  const key = await buyNumber(context, { dealer_id, number, destination }, origin);
  await within(scope, origin, (unit) => dropRefused(unit, context, key));
  return key;
}

/** What the number is for, if the business buys its numbers itself. */
async function allowedChange(unit: UnitOfWork, { scope }: ShopContext, offer: NumberOffer) {
  const why = await whyNot(unit, scope.dealer_id);
  // Asked in this order, because another click may store its purchase in between.
  if (why && !(await isBuying(unit.db, scope.dealer_id, offer.number))) throw why;
  return checkedChange({ db: unit.db, scope }, offer);
}

/** Why the business can't buy a number now; undefined when it can. */
async function whyNot({ db, now }: UnitOfWork, dealer_id: number): Promise<Failure | undefined> {
  const facts = orNotFound(await shopFactsOf(db, dealer_id, now()));
  if (facts.may_buy !== 1) return new Failure("conflict", shopRefusals.off);
  return leftToBuy(facts) === 0 ? new Failure("conflict", shopRefusals.limit(facts.monthly_limit)) : undefined;
}

/** Refuses a number that was sold since the list was shown, or costs something else. */
async function checkPrice({ ports, within, scope, origin }: ShopContext, { number, price }: NumberOffer) {
  const result = await ports.sms.numbers.search(number.slice(2));
  if (result.kind === "failed") throw new Failure("unavailable", result.words);
  const found = result.numbers.find((one) => one.number === number && one.voice);
  // A second click finds its own purchase, which the carrier no longer offers.
  const isOurs = () => within(scope, origin, ({ db }) => isBuying(db, scope.dealer_id, number));
  if (!found && !(await isOurs())) throw new Failure("conflict", shopRefusals.sold);
  if (found && found.price !== price) throw new Failure("conflict", shopRefusals.price(found.price));
}

async function dropRefused({ db, now }: UnitOfWork, { scope }: ShopContext, key: PurchaseKey): Promise<void> {
  const purchase = await purchaseOf(db, key);
  if (purchase?.tracking_number_id == null || !["failed", "released"].includes(purchase.state)) return;
  await cancelRequest(db, scope, { id: purchase.tracking_number_id, settled_at: now() });
}
