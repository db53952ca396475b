import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { reviewInviteEvents } from "#domains/reputation/invites/contract.ts";
import { updateInvite } from "#domains/reputation/invites/server/store.ts";
import type { ReviewMatch } from "../fields.ts";
import { matchReview } from "../rules.ts";
import { followersOf, type LockedReview, updateReview } from "./store.ts";

/** Links a review with the invite that led to it, or with none; the invite says when its review was written. */
export async function linkInvite(
  { db, publish }: UnitOfWork,
  review: Pick<LockedReview, "dealer_id" | "id" | "invite_id" | "published_at">,
  invite_id: number | null,
  matched: ReviewMatch,
  user_id: number | null,
): Promise<void> {
  const { dealer_id, published_at } = review;
  if (review.invite_id !== null && review.invite_id !== invite_id) {
    await updateInvite(db, dealer_id, review.invite_id, { reviewed_at: null, reviewed_by: null });
    publish(reviewInviteEvents.changed, { target_id: review.invite_id });
  }
  await updateReview(db, review, { invite_id, matched });
  if (invite_id === null) return;
  await updateInvite(db, dealer_id, invite_id, { reviewed_at: published_at, reviewed_by: user_id });
  publish(reviewInviteEvents.changed, { target_id: invite_id });
}

type MatchableReview = Pick<
  LockedReview,
  "dealer_id" | "id" | "location_id" | "site_id" | "author" | "published_at" | "invite_id"
>;

/** Looks for the invite that led to a new review; no one added one that came from its site. */
export async function matchNewReview(unit: UnitOfWork, review: MatchableReview, user_id: number | null): Promise<void> {
  const found = matchReview(review, await followersOf(unit.db, review, review));
  if (found) await linkInvite(unit, review, found.invite_id, found.matched, user_id);
}
