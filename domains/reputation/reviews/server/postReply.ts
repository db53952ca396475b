import { Failure, invalidField } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { privacyWarnings } from "../rules.ts";
import { invitedContacts } from "./matchStore.ts";
import { endReply, saveReply } from "./replyStore.ts";
import { type LockedReview, updateReview } from "./store.ts";

/**
 * Keeps the reply that somebody posts at the site.
 *
 * @throws Failure with what may give away something about the customer, unless it is meant so.
 */
export async function postReply(
  { db, who, now, audit }: StaffContext,
  review: LockedReview,
  { body, anyway }: { readonly body: string; readonly anyway: 0 | 1 },
): Promise<void> {
  const warnings = anyway === 1 ? [] : privacyWarnings(body, await invitedContacts(db, review));
  if (warnings.length > 0) throw invalidField("body", warnings.join(" "));
  await saveReply(db, review, { body, user_id: who.user_id, changed_at: now() });
  await updateReview(db, review, { state: "answered", answered_rating: null });
  await audit({ action: "replied", subject: "review", subject_id: review.id });
}

/** Records that a reply was taken off the site: the review is open again. */
export async function withdrawReply({ db, now, audit }: StaffContext, review: LockedReview): Promise<void> {
  if (!(await endReply(db, review, "withdrawn", now()))) throw new Failure("conflict", "This review has no reply.");
  await updateReview(db, review, { state: "open" });
  await audit({ action: "withdrew a reply", subject: "review", subject_id: review.id });
}
