import * as z from "zod/mini";
import type { SiteProfile, SiteReply, SiteReview } from "./reviews.ts";

/* What Google answers. What we don't need may be absent, and what we don't know may be added. */

const text = z.catch(z.string(), "");
const nextPageToken = text;

export const accountsShape = z.object({
  accounts: z._default(z.array(z.object({ name: z.string() })), []),
  nextPageToken,
});

const Address = z.object({
  addressLines: z._default(z.array(z.string()), []),
  locality: text,
  administrativeArea: text,
});

const GoogleLocation = z.object({
  name: z.string(),
  title: text,
  storefrontAddress: z.optional(Address),
  metadata: z.optional(z.object({ newReviewUri: text, hasVoiceOfMerchant: z.catch(z.boolean(), false) })),
});

const profileOf = (account: string, { name, title, storefrontAddress, metadata }: z.infer<typeof GoogleLocation>) => {
  const { addressLines = [], locality = "", administrativeArea = "" } = storefrontAddress ?? {};
  const profile: SiteProfile = {
    // v1 calls it `locations/2`; v4 wants the account with it.
    ref: `${account}/${name}`,
    title,
    address: [...addressLines, locality, administrativeArea].filter(Boolean).join(", "),
    write_url: metadata?.newReviewUri ?? "",
    is_verified: metadata?.hasVoiceOfMerchant ?? false,
  };
  return profile;
};

/** A page of an account's businesses. */
export const profilesShape = (account: string) =>
  z.pipe(
    z.object({ locations: z._default(z.array(GoogleLocation), []), nextPageToken }),
    z.transform(({ locations, nextPageToken }) => ({
      profiles: locations.map((one) => profileOf(account, one)),
      nextPageToken,
    })),
  );

/** The states of a reply, of which a site may add more: what isn't rejected or waiting can be seen. */
export const replyShape = z.object({
  comment: text,
  updateTime: text,
  reviewReplyState: text,
  policyViolation: text,
});

const GoogleReview = z.object({
  reviewId: z.string(),
  reviewer: z.optional(z.object({ displayName: text, isAnonymous: z.catch(z.boolean(), false) })),
  starRating: text,
  comment: text,
  createTime: z.string(),
  updateTime: text,
  reviewReply: z.optional(replyShape),
});

/** A page of reviews: one that can't be read doesn't hide the others. */
export const listShape = z.object({
  reviews: z._default(z.array(z.unknown()), []),
  averageRating: z.catch(z.number(), 0),
  totalReviewCount: z.catch(z.number(), 0),
  nextPageToken,
});

const stars = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];

/** A review in our form; undefined for what is none. */
export function reviewOf(row: unknown): SiteReview | undefined {
  const parsed = z.safeParse(GoogleReview, row);
  if (!parsed.success) return undefined;
  const { reviewId, reviewer, starRating, comment, createTime, updateTime, reviewReply } = parsed.data;
  const published_at = new Date(createTime);
  if (Number.isNaN(published_at.getTime())) return undefined;
  const changed_at = timeOr(updateTime, published_at);
  return {
    external_id: reviewId,
    author: reviewer?.isAnonymous ? "" : (reviewer?.displayName ?? ""),
    rating: stars.indexOf(starRating) + 1 || null,
    body: comment,
    published_at,
    changed_at,
    ...(reviewReply?.comment && { reply: replyOf(reviewReply, changed_at) }),
  };
}

const replyStates: Record<string, SiteReply["state"]> = { PENDING: "pending", REJECTED: "rejected" };

export function replyOf(reply: z.infer<typeof replyShape>, otherwise: Date): SiteReply {
  const { comment: body, updateTime, reviewReplyState, policyViolation } = reply;
  const policy = policyViolation.startsWith("POLICY_VIOLATION_UNSPECIFIED") ? "" : policyViolation;
  return {
    body,
    state: replyStates[reviewReplyState] ?? "live",
    policy: policy.replaceAll("_", " ").toLowerCase(),
    changed_at: timeOr(updateTime, otherwise),
  };
}

function timeOr(time: string, otherwise: Date): Date {
  const parsed = new Date(time);
  return Number.isNaN(parsed.getTime()) ? otherwise : parsed;
}
