import { countText } from "#core/count.ts";

/** What buying a tracking number says. */
export const numberShopTexts = {
  title: "Create a New Number",
  source: "Source",
  sourceHint: "Where you'll show this number, such as Facebook or a billboard",
  areaCode: "Area code",
  forwardTo: "Forward to",
  forwardToHint: "Leave empty to ring the location's phone",
  numbers: "Numbers for sale",
  searching: "Looking for numbers",
  buy: "Buy number",
  question: "Buy this number?",
  costs: (phone: string, price: string) =>
    price
      ? `${phone} costs $${price} a month, starting today.`
      : `${phone} has no listed price. It will be on your bill.`,
  price: (price: string) => (price ? `$${price} a month` : "Price unavailable"),
  none: "No numbers available in this area code. Try another.",
  left: (left: number) => `You can buy ${countText(left)} more in these 30 days.`,
} as const;
