import type { Deadline } from "../deadline.ts";

/** A number that can be bought. This file is the phone-number part of the SMS port. */
export interface AvailableNumber {
  /** E.164 */
  readonly number: string;
  /** Of a toll-free number, which has none: `Toll-free`. */
  readonly city: string;
  readonly state: string;
  /** Per month in US dollars, such as `1.15`; empty when unknown. */
  readonly price: string;
  readonly sms: boolean;
  readonly mms: boolean;
  readonly voice: boolean;
  readonly isTollFree: boolean;
}

/** What an offer of a toll-free number says in the place of a city. */
export const tollFreePlace = "Toll-free";

export type NumberSearchResult =
  | { readonly kind: "found"; readonly numbers: readonly AvailableNumber[] }
  | { readonly kind: "failed"; readonly words: string };

/** The refusal of a purchase whose deadline passed. */
export const tooLateToBuy = "The carrier couldn't be reached in time, so nothing was bought. Try again.";

export type BuyResult =
  /** `mms`: whether it sends pictures; absent when the carrier doesn't say. */
  | { readonly kind: "bought"; readonly sid: string; readonly mms?: boolean }
  /** `taken`: not for sale; possibly because an earlier attempt of ours bought it. */
  | { readonly kind: "refused"; readonly words: string; readonly taken: boolean }
  /** Unknown whether it was bought: call `checkOwnership` before anything else. */
  | { readonly kind: "lost"; readonly why: string };

export type OwnershipResult =
  | { readonly kind: "ours"; readonly sid: string; readonly mms?: boolean }
  | { readonly kind: "not ours" }
  | { readonly kind: "unclear"; readonly why: string };

/** The carrier's list prices per segment in US dollars, such as `0.0083`. */
export interface TextPrices {
  readonly inbound: string;
  readonly outbound: string;
}

export interface CarrierNumbers {
  /** Finds US numbers that contain these digits. At least three, starting with an area code or one of toll-free numbers. */
  search(digits: string): Promise<NumberSearchResult>;
  /**
   * Buys exactly this number and sets our webhooks. Never throws and never retries on its own.
   *
   * @param leaveBy asked as the request leaves; after it nothing is bought, and the result is `refused`.
   */
  buy(number: string, leaveBy: Deadline): Promise<BuyResult>;
  /** Whether this number belongs to our account. Never throws. */
  checkOwnership(number: string): Promise<OwnershipResult>;
  /**
   * Sets our webhooks on a number that our account has already, so that its texts and calls arrive here. Repeating it is
   * harmless. Rejects when the carrier can't be reached or refuses.
   */
  takeOver(sid: string, leaveBy: Deadline): Promise<void>;
  /** Releases a number. Succeeds if it is no longer ours; rejects when the carrier can't be reached. */
  release(sid: string): Promise<void>;
  /** The list prices of one segment; undefined when unknown. */
  textPrices(): Promise<TextPrices | undefined>;
}
