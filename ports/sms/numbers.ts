/** The carriers' numbers: what can be bought, and what is ours. Part of the port to the carriers of texts. */
export interface NumberForSale {
  /** E.164 */
  readonly number: string;
  readonly city: string;
  readonly state: string;
  /** Per month, in US dollars, as text: `1.15`; empty when the carrier did not say. */
  readonly price: string;
  readonly sms: boolean;
  readonly mms: boolean;
  readonly voice: boolean;
}

export type SearchResult =
  | { readonly kind: "found"; readonly numbers: readonly NumberForSale[] }
  | { readonly kind: "failed"; readonly words: string };

export type BuyResult =
  | { readonly kind: "bought"; readonly sid: string }
  /** `taken`: it is not for sale; the buyer may be ourselves, by an earlier try. */
  | { readonly kind: "refused"; readonly words: string; readonly taken: boolean }
  /** Nobody knows whether it was bought: ask with `own` before anything else. */
  | { readonly kind: "lost"; readonly why: string };

export type OwnResult =
  | { readonly kind: "ours"; readonly sid: string }
  | { readonly kind: "not ours" }
  | { readonly kind: "unclear"; readonly why: string };

/** What a text costs at the carrier's list price, in US dollars, as texts: `0.0083`. */
export interface TextPrices {
  readonly inbound: string;
  readonly outbound: string;
}

export interface CarrierNumbers {
  /** US numbers that contain these digits, at an area code first. `digits` are at least three. */
  search(digits: string): Promise<SearchResult>;
  /** Buys exactly this number, with our webhooks set. Never throws, never tries twice by itself. */
  buy(number: string): Promise<BuyResult>;
  /** Is this number ours at the carrier? Never throws. */
  own(number: string): Promise<OwnResult>;
  /** Gives a number back. Done, too, when it is no longer ours; rejects when the carrier could not be told. */
  release(sid: string): Promise<void>;
  /** The list price of one segment; undefined when the carrier did not say. */
  textPrices(): Promise<TextPrices | undefined>;
}
