import { Failure, invalidField } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { findConnection } from "../../connections/server/public.ts";
import { privacyWarnings } from "../rules.ts";
import { deliverReplyJob } from "./jobs.ts";
import { invitedContacts } from "./matchStore.ts";
import { endReply, lockReply, saveReply, updateReply } from "./replyStore.ts";
import { type LockedReview, updateReview } from "./store.ts";

/**
 * Posts a reply at a connected site, or keeps the one that somebody posts at another.
 *
 * @throws Failure with what may give away something about the customer, unless it is meant so.
 */
export async function postReply(
  context: StaffContext,
  review: LockedReview,
  { body, anyway }: { readonly body: string; readonly anyway: 0 | 1 },
): Promise<void> {
  const { db, who, now, audit } = context;
  if (review.removed_at !== null) throw new Failure("conflict", "This review is no longer at its site.");
  const isPosted = await isAtConnectedSite(context, review);
  const warnings = anyway === 1 ? [] : privacyWarnings(body, await invitedContacts(db, review));
  if (warnings.length > 0) throw invalidField("body", warnings.join(" "));
  const state = isPosted ? "sending" : "live";
  await saveReply(db, review, { body, user_id: who.user_id, changed_at: now(), state });
  await updateReview(db, review, { state: "answered", answered_rating: null });
  if (isPosted) context.enqueue(deliverReplyJob, { dealer_id: review.dealer_id, review_id: review.id });
  await audit({ action: "replied", subject: "review", subject_id: review.id });
}

/** Takes a reply off a connected site, or records that somebody took it off another: the review is open again. */
export async function withdrawReply(context: StaffContext, review: LockedReview): Promise<void> {
  const { db, now, audit } = context;
  if (review.removed_at === null && (await isAtConnectedSite(context, review))) {
    const reply = await lockReply(db, review);
    if (!reply) throw new Failure("conflict", "This review has no reply.");
    await updateReply(db, review.dealer_id, reply.id, {
      state: "withdrawing",
      problem: "",
      asked_at: null,
      attempts: 0,
    });
    context.enqueue(deliverReplyJob, { dealer_id: review.dealer_id, review_id: review.id });
  } else if (!(await endReply(db, review, "withdrawn", now()))) {
    throw new Failure("conflict", "This review has no reply.");
  }
  await updateReview(db, review, { state: "open" });
  await audit({ action: "withdrew a reply", subject: "review", subject_id: review.id });
}

/** Whether Rooftop itself posts at the review's site. */
async function isAtConnectedSite({ db }: StaffContext, review: LockedReview): Promise<boolean> {
  if (review.external_id === null) return false;
  const connection = await findConnection(db, review);
  if (connection?.state === "needs_access") throw new Failure("conflict", "Connect Google again first.");
  return connection?.profile_ref != null;
}
