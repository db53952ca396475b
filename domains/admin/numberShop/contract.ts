import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, inOrder, optionalText, optionalWholeNumber } from "#core/fields.ts";
import { managers, operator } from "#core/people.ts";
import { isUsPhone } from "#core/phone.ts";
import { NumberRequest, TrackingNumberChange } from "#domains/locations/callSettings/contract.ts";
import { NumberForSale, purchaseStates } from "../clients/contract.ts";

const OnOff = z.literal([0, 1]);

/** Whether a business buys its tracking numbers itself. */
export const ShopTerms = z.object({
  may_buy: OnOff,
  /** The most that it may buy in 30 days. */
  monthly_limit: z.number(),
  /** How many of them are left. */
  left: z.number(),
});
export type ShopTerms = z.infer<typeof ShopTerms>;

const atLeastOne = (limit: number | null) => limit !== null && limit > 0;

export const ShopTermsDraft = z.object({
  may_buy: z.pipe(
    z.transform((value: unknown) => Number(value)),
    z.literal([0, 1], { error: "Select whether this client can buy its own numbers" }),
  ),
  monthly_limit: optionalWholeNumber(100, "Enter a whole number").check(
    inOrder([atLeastOne, "Enter how many it can buy"]),
  ),
});
export type ShopTermsDraft = z.infer<typeof ShopTermsDraft>;

/** A tracking number to buy, with what it is for. */
export const NumberOffer = z.object({
  source: TrackingNumberChange.shape.source,
  area_code: optionalText(),
  forward_to: NumberRequest.shape.forward_to,
  number: optionalText().check(
    inOrder([(typed) => typed !== "", "Select a number"], [isUsPhone, "Select one of the numbers found"]),
  ),
  /** What the list said: a number that costs something else meanwhile isn't bought. */
  price: optionalText(20),
});
export type NumberOffer = z.infer<typeof NumberOffer>;

const params = z.object({ id: Id });

export const numberShop = calls("numberShop", {
  terms: {
    method: "GET",
    path: "/call-settings/shop",
    allow: managers,
    supportAccess: "reads",
    about: "Whether the business can buy its own tracking numbers, and how many it has left in the 30-day window.",
    data: ShopTerms,
  },
  search: {
    method: "POST",
    path: "/call-settings/shop/search",
    allow: managers,
    audit: "none: it only reads",
    about: "Searches the carrier's numbers for sale in an area code; only those that take calls.",
    body: z.object({ area_code: NumberRequest.shape.area_code }),
    data: z.array(NumberForSale),
    rate: { points: 60, seconds: 60, by: "person" },
    ownTransactions: true,
  },
  buy: {
    method: "POST",
    path: "/call-settings/shop/buy",
    allow: managers,
    audit: "trail",
    about:
      "Buys a tracking number at the price shown, within the business's limit. Repeating it buys nothing twice. The status is warning until the carrier has confirmed the purchase.",
    body: NumberOffer,
    data: z.object({ state: z.enum(purchaseStates) }),
    rate: { points: 30, seconds: 3600, by: "person" },
    ownTransactions: true,
  },
  clientTerms: {
    method: "GET",
    path: "/admin/clients/{id}/shop",
    allow: operator,
    about: "Whether a client can buy its own tracking numbers, and how many in 30 days.",
    params,
    data: ShopTerms,
  },
  changeTerms: {
    method: "POST",
    path: "/admin/clients/{id}/shop",
    allow: operator,
    audit: "trail",
    about: "Lets a client buy its own tracking numbers, or has it request them.",
    params,
    body: ShopTermsDraft,
    data: ShopTerms,
    successMessage: "Saved",
  },
});
