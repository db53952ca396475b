/** How many numbers a business may buy in 30 days unless the operator says otherwise. */
export const defaultMonthlyLimit = 5;

/** Days back from now in which purchases count: a month's border would allow twice as many around it. */
export const limitDays = 30;

/** What the operator said, and how many purchases count. */
export interface ShopFacts {
  readonly may_buy: number;
  readonly monthly_limit: number;
  readonly bought: number;
}

/** How many numbers a business may still buy; 0 when it asks for them instead. */
export function leftToBuy({ may_buy, monthly_limit, bought }: ShopFacts): number {
  return may_buy === 1 ? Math.max(0, monthly_limit - bought) : 0;
}

/** Why a number wasn't bought, in the buyer's words. */
export const shopRefusals = {
  off: "Your business requests its numbers. Request one, and we'll set it up.",
  limit: (limit: number) =>
    `You've bought ${limit === 1 ? "your 1 number" : `all ${limit} numbers`} in the last 30 days. Request one, and we'll set it up.`,
  sold: "This number is no longer for sale. Select another.",
  price: (price: string) =>
    price
      ? `This number costs $${price} a month now. Select it again to buy it.`
      : "The carrier no longer gives a price for this number. Select another.",
} as const;
