import type { AccessFailure, GrantResult } from "../access.ts";
import type { Deadline } from "../deadline.ts";

/** The port to sites that let a business read its reviews and reply to them. */
export interface ReviewSites {
  readonly provider: string;
  /** The site counts bytes, not characters. */
  readonly maxReplyBytes: number;
  /**
   * Where somebody allows us to read and reply; the site sends them back to `redirect` with the state and a code.
   *
   * @param account the one that is connected again, as `redeem` named it.
   */
  consentUrl(redirect: string, state: string, account?: string): string;
  /** Exchanges that code for lasting access. */
  redeem(code: string, redirect: string): Promise<GrantResult>;
  /** The businesses that can be read with an access. */
  profiles(access: string): Promise<ProfilesResult>;
  /**
   * A page of a business's reviews, the last changed first. While pages are read, others can be written: the same
   * review may be on two pages, and one can be on none.
   */
  list(profile: ProfileAccess, page?: string): Promise<ListResult>;
  /** One review as it is now: what tells whether a reply arrived whose answer was lost. */
  read(profile: ProfileAccess, external_id: string): Promise<ReadResult>;
  /**
   * Posts the business's reply, or replaces it. Doing it twice is the same as doing it once.
   *
   * @param leaveBy asked as the request leaves; after it nothing is posted, and the result is `busy`.
   */
  reply(profile: ProfileAccess, external_id: string, body: string, leaveBy: Deadline): Promise<ReplyResult>;
  /** Takes the reply off the site; without one, nothing happens. `leaveBy` as for `reply`. */
  withdrawReply(profile: ProfileAccess, external_id: string, leaveBy: Deadline): Promise<WithdrawResult>;
}

/** What reading a business's reviews takes: a secret, and the site's name of the business. */
export interface ProfileAccess {
  readonly access: string;
  readonly ref: string;
}

/** A business as the site lists it. */
export interface SiteProfile {
  readonly ref: string;
  readonly title: string;
  readonly address: string;
  /** Where customers write a review; empty when the site doesn't say. */
  readonly write_url: string;
  /** Sites show reviews of verified businesses only. */
  readonly is_verified: boolean;
}

/** A review as its site has it now. */
export interface SiteReview {
  /** The same for as long as the review exists. */
  readonly external_id: string;
  /** Empty for an anonymous one. */
  readonly author: string;
  /** Null where the site didn't say. */
  readonly rating: number | null;
  /** Empty for one of stars alone. */
  readonly body: string;
  readonly published_at: Date;
  readonly changed_at: Date;
  readonly reply?: SiteReply;
}

/** The business's reply, whoever wrote it: sites look at it before they show it. */
export interface SiteReply {
  readonly body: string;
  readonly state: "pending" | "live" | "rejected";
  /** Why it was rejected, in the site's words. */
  readonly policy: string;
  readonly changed_at: Date;
}

/** Nothing happened. */
export type SiteFailure = AccessFailure;

export type ProfilesResult = { readonly kind: "profiles"; readonly profiles: readonly SiteProfile[] } | SiteFailure;
export type ReadResult = { readonly kind: "review"; readonly review: SiteReview } | SiteFailure;
export type ReplyResult = { readonly kind: "accepted"; readonly reply: SiteReply } | SiteFailure;
export type WithdrawResult = { readonly kind: "withdrawn" } | SiteFailure;

export type ListResult =
  | {
      readonly kind: "page";
      readonly reviews: readonly SiteReview[];
      /** Empty on the last page. */
      readonly next: string;
      /** What the site itself counts. */
      readonly total: number;
      /** Null without any stars. */
      readonly average: number | null;
    }
  /** The page can't be asked for any more: begin again with the first one. */
  | { readonly kind: "expired" }
  | SiteFailure;
