import { Failure, orNotFound } from "#core/failure.ts";
import { formatPhone, toE164 } from "#core/phone.ts";
import { CallResult, type ContextOf, type Handlers } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { buyNumber } from "#domains/admin/clients/server/buyNumber.ts";
import type { PurchaseKey } from "#domains/admin/clients/server/purchaseStore.ts";
import { cancelRequest, checkedChange, insertRequest } from "#domains/locations/callSettings/server/public.ts";
import type { NumberOffer, numberShop, ShopTerms } from "../contract.ts";
import { leftToBuy, type ShopFacts, shopRefusals } from "../rules.ts";
import { isBuying, purchaseOf, saveTerms, shopFactsOf } from "./store.ts";

export const numberShopHandlers: Handlers<typeof numberShop> = {
  async terms({ db, scope, now }) {
    return termsOf(orNotFound(await shopFactsOf(db, scope.dealer_id, now())));
  },

  async search({ ports }, { body }) {
    const result = await ports.sms.numbers.search(body.area_code);
    if (result.kind === "failed") throw new Failure("unavailable", result.words);
    return result.numbers.filter(({ voice }) => voice);
  },

  async buy(context, { body }) {
    const number = toE164(body.number) ?? "";
    const key = await buyTrackingNumber(context, { ...body, number });
    const { state, error } = orNotFound(
      await context.within.cellOf(key, "a purchase", ({ db }) => purchaseOf(db, key)),
    );
    const phone = formatPhone(number);
    if (state === "failed" || state === "released")
      throw new Failure("conflict", `${error} ${phone} was not bought.`.trim());
    if (state === "assigned") return new CallResult(`${phone} takes calls for ${body.source} now.`, { state });
    const text = `Waiting for the carrier to confirm ${phone}. It appears here automatically and won't be bought twice.`;
    return new CallResult(text, { state }, "warning");
  },

  async clientTerms({ db, now }, { params: { id } }) {
    return termsOf(orNotFound(await shopFactsOf(db, id, now())));
  },

  async changeTerms({ db, now, audit }, { params: { id: dealer_id }, body }) {
    orNotFound(await shopFactsOf(db, dealer_id, now()));
    const terms = { may_buy: body.may_buy, monthly_limit: body.monthly_limit ?? 0 };
    await saveTerms(db, dealer_id, terms);
    const entry = {
      action: "changed who buys the numbers of",
      subject: "dealer",
      subject_id: dealer_id,
      detail: terms,
    };
    await audit({ ...entry, dealer_id });
    return termsOf(orNotFound(await shopFactsOf(db, dealer_id, now())));
  },
};

function termsOf(facts: ShopFacts): ShopTerms {
  return { may_buy: facts.may_buy === 1 ? 1 : 0, monthly_limit: facts.monthly_limit, left: leftToBuy(facts) };
}

type ShopContext = ContextOf<typeof numberShop.buy>;

/**
 * Buys a tracking number for the acting location: checks the price once more, stores the request together with the
 * intent, and has the purchase made. A purchase that the carrier refuses takes its request with it; one that no one knows
 * about leaves it, so that it ends as a number or with the operator.
 */
async function buyTrackingNumber(context: ShopContext, offer: NumberOffer): Promise<PurchaseKey> {
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
