import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { notify } from "#domains/notifications/server/public.ts";
import type { SiteReply } from "#ports/reviews/reviews.ts";
import { isWithdrawnSince, saveReply, updateReply, updateReview } from "../../reviews/server/public.ts";
import { replyFate } from "../rules.ts";
import type { SyncedReview, standingReplies } from "./store.ts";

type StandingReply = Awaited<ReturnType<typeof standingReplies>>[number];

/** Follows what became of a reply at its site, whoever wrote it. @returns whether anything changed. */
export async function followReply(
  unit: UnitOfWork,
  review: SyncedReview,
  ours: StandingReply | undefined,
  listed: SiteReply | undefined,
): Promise<boolean> {
  // Of somebody who asked to be forgotten, nothing is written down again.
  if (review.erased_at !== null) return false;
  const { db, now } = unit;
  const fate = replyFate(ours, listed, now());
  if (fate === "elsewhere" && listed) {
    if (!ours && (await isWithdrawnSince(db, review, listed.changed_at))) return false;
    await saveReply(db, review, { ...listed, user_id: null });
    await updateReview(db, review, stateWith(listed));
    return true;
  }
  if (!ours || fate === "keep" || fate === "elsewhere") return false;
  if (fate === "miss") {
    await updateReply(db, review.dealer_id, ours.id, { missing_since: now() });
    return false;
  }
  if (fate === "gone" || !listed) {
    await updateReply(db, review.dealer_id, ours.id, { state: "withdrawn", changed_at: now() });
    await updateReview(db, review, { state: "open" });
    return true;
  }
  if (ours.missing_since !== null) await updateReply(db, review.dealer_id, ours.id, { missing_since: null });
  if (ours.state === listed.state && ours.policy === listed.policy) return false;
  await updateReply(db, review.dealer_id, ours.id, { state: listed.state, policy: listed.policy });
  await updateReview(db, review, stateWith(listed));
  if (listed.state === "rejected" && ours.state !== "rejected") await notifyAuthor(unit, review, ours, listed);
  return true;
}

/** A rejected reply leaves its review waiting for one. */
const stateWith = ({ state }: SiteReply) =>
  state === "rejected" ? ({ state: "open" } as const) : ({ state: "answered", answered_rating: null } as const);

async function notifyAuthor(
  unit: UnitOfWork,
  review: SyncedReview,
  { user_id, body }: StandingReply,
  { policy }: SiteReply,
) {
  if (user_id === null) return;
  const { dealer_id, location_id } = review;
  const title = policy === "" ? "Google rejected your reply" : `Google rejected your reply: ${policy}`;
  await notify(
    unit,
    { dealer_id, location_id, user_ids: [user_id] },
    { kind: "review", title, text: body, chat_id: null },
  );
}
