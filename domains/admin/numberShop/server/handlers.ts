import { Failure, orNotFound } from "#core/failure.ts";
import { formatPhone, toE164 } from "#core/phone.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import type { numberShop, ShopTerms } from "../contract.ts";
import { leftToBuy, type ShopFacts } from "../rules.ts";
import { buyTrackingNumber } from "./buyTrackingNumber.ts";
import { purchaseOf, saveTerms, shopFactsOf } from "./store.ts";

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
    const { state, error } = orNotFound(await context.within.platform("a purchase", ({ db }) => purchaseOf(db, key)));
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
