import * as z from "zod/mini";
import { Failure, invalidField } from "#core/failure.ts";
import { Id } from "#core/fields.ts";
import { type JobData, job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server, StaffContext } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { failConnection, type OpenedConnection, openConnection } from "#domains/reputation/sites/server/connections.ts";
import { findConnection, lockConnection } from "#domains/reputation/sites/server/store.ts";
import { type Deadline, deadlineIn } from "#ports/deadline.ts";
import type { ReplyResult, SiteFailure, WithdrawResult } from "#ports/reviews/reviews.ts";
import { reviewEvents } from "../contract.ts";
import { privacyWarnings, secondsUntilRetry } from "../rules.ts";
import { endReply, lockReply, saveReply, updateReply } from "./replyStore.ts";
import { findReview, invitedContacts, type LockedReview, updateReview } from "./store.ts";

/** Posts a review's current reply to its site, or removes it. */
export const deliverReplyJob = job("reviews.deliverReply", z.object({ dealer_id: Id, review_id: Id }), { expires: 60 });

/**
 * Posts a reply at a connected site, or keeps the one that someone posts at another.
 *
 * @throws Failure with what may give away something about the customer, unless it is meant so.
 */
export async function postReply(
  context: StaffContext,
  review: LockedReview,
  { body, anyway }: { readonly body: string; readonly anyway: 0 | 1 },
): Promise<void> {
  const { db, who, now, audit } = context;
  if (review.removed_at !== null) throw new Failure("conflict", "This review is no longer on its site.");
  const isPosted = await isAtConnectedSite(context, review);
  const warnings = anyway === 1 ? [] : privacyWarnings(body, await invitedContacts(db, review));
  if (warnings.length > 0) throw invalidField("body", warnings.join(" "));
  const state = isPosted ? "sending" : "live";
  await saveReply(db, review, { body, user_id: who.user_id, changed_at: now(), state });
  await updateReview(db, review, { state: "answered", answered_rating: null });
  if (isPosted) context.enqueue(deliverReplyJob, { dealer_id: review.dealer_id, review_id: review.id });
  await audit({ action: "replied", subject: "review", subject_id: review.id });
}

/** Removes a reply from a connected site, or records its removal elsewhere: the review is open again. */
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
  if (connection?.state === "needs_access") throw new Failure("conflict", "Reconnect Google first.");
  return connection?.profile_ref != null;
}

const reason = "replies to reviews";

type HandOverOutcome = ReplyResult | WithdrawResult;
type FoundReview = NonNullable<Awaited<ReturnType<typeof findReview>>>;
type LockedReply = NonNullable<Awaited<ReturnType<typeof lockReply>>>;

/** Posts the current reply to its site, or removes it. After a hand-over the site is asked before posting again. */
async function deliverReply(
  server: Pick<Server, "within" | "ports" | "secret">,
  { dealer_id, review_id }: JobData<typeof deliverReplyJob>,
): Promise<void> {
  const { within } = server;
  const leaveBy = deadlineIn(server.ports.clock);
  const work = await within.business({ dealer_id }, reason, async ({ db, now }) => {
    const review = await findReview(db, { dealer_id, id: review_id });
    const reply = review && (await lockReply(db, review));
    if (!reply || (reply.state !== "sending" && reply.state !== "withdrawing")) return undefined;
    const connection = await findConnection(db, review);
    await updateReply(db, dealer_id, reply.id, { asked_at: reply.asked_at ?? now(), attempts: reply.attempts + 1 });
    return { review, reply, opened: connection && openConnection(server, connection) };
  });
  if (!work) return;
  const { review, reply, opened } = work;
  const outcome: HandOverOutcome = opened
    ? await handOver(opened, review.external_id ?? "", reply, leaveBy)
    : { kind: "needs_access", why: "not connected" };
  await within.business({ dealer_id }, reason, async (unit) => {
    const current = await lockReply(unit.db, review);
    if (current?.id !== reply.id || current.state !== reply.state) return repost(unit, review, current);
    await keepOutcome(unit, review, current, outcome);
    const { location_id } = review;
    unit.publish(reviewEvents.changed, { target_id: review.id }, { dealer_id, location_id });
  });
}

/** The site got an older reply while a newer one was written: the newer one goes out once more. */
async function repost({ db, enqueue }: UnitOfWork, review: FoundReview, current: LockedReply | undefined) {
  if (current?.state !== "pending" && current?.state !== "live") return;
  await updateReply(db, review.dealer_id, current.id, { state: "sending", asked_at: null });
  enqueue(deliverReplyJob, { dealer_id: review.dealer_id, review_id: review.id });
}

async function handOver(
  { sites, profile }: OpenedConnection,
  external_id: string,
  reply: LockedReply,
  leaveBy: Deadline,
): Promise<HandOverOutcome> {
  if (reply.state === "withdrawing") return sites.withdrawReply(profile, external_id, leaveBy);
  if (reply.asked_at !== null) {
    const found = await sites.read(profile, external_id);
    if (found.kind !== "review") return found;
    const posted = found.review.reply;
    if (posted?.body.trim() === reply.body.trim()) return { kind: "accepted", reply: posted };
  }
  return sites.reply(profile, external_id, reply.body, leaveBy);
}

async function keepOutcome(
  unit: UnitOfWork,
  review: FoundReview,
  reply: LockedReply,
  outcome: HandOverOutcome,
): Promise<void> {
  const { db, now } = unit;
  const { dealer_id } = review;
  if (outcome.kind === "accepted") {
    const { state, policy } = outcome.reply;
    await updateReply(db, dealer_id, reply.id, { state, policy, problem: "", missing_since: null });
    await updateReview(db, review, { state: state === "rejected" ? "open" : "answered" });
  } else if (outcome.kind === "withdrawn") {
    await updateReply(db, dealer_id, reply.id, { state: "withdrawn", problem: "", changed_at: now() });
    await updateReview(db, review, {});
  } else await keepFailure(unit, review, reply, outcome);
}

async function keepFailure(unit: UnitOfWork, review: FoundReview, reply: LockedReply, failure: SiteFailure) {
  const { dealer_id, id: review_id } = review;
  const delaySeconds = secondsUntilRetry(
    failure.kind,
    reply.attempts,
    "retryAfter" in failure ? failure.retryAfter : 0,
  );
  if (delaySeconds !== undefined) return unit.enqueue(deliverReplyJob, { dealer_id, review_id }, { delaySeconds });
  const problem = replyProblemTexts[failure.kind];
  const isWithdrawal = reply.state === "withdrawing";
  await updateReply(unit.db, dealer_id, reply.id, { state: isWithdrawal ? "live" : "failed", problem });
  await updateReview(unit.db, review, { state: isWithdrawal ? "answered" : "open" });
  const connection = failure.kind === "needs_access" ? await lockConnection(unit.db, review) : undefined;
  if (connection) await failConnection(unit, connection, failure);
}

/** Why a reply isn't at its site, or still is. */
const replyProblemTexts = {
  busy: "Google didn't answer. Try again.",
  missing: "Google no longer shows this review.",
  needs_access: "We no longer have access to Google. Reconnect it, then try again.",
  refused: "Google didn't accept this.",
} as const;

export const replyWorkers = [worker(deliverReplyJob, deliverReply)];
