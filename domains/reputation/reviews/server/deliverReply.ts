import type { JobData } from "#core/job.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { type Deadline, deadlineIn } from "#ports/deadline.ts";
import type { ReplyResult, SiteFailure, WithdrawResult } from "#ports/reviews/reviews.ts";
import {
  failConnection,
  findConnection,
  lockConnection,
  type OpenedConnection,
  openConnection,
} from "../../connections/server/public.ts";
import { reviewEvents } from "../contract.ts";
import { secondsUntilRetry } from "../rules.ts";
import { deliverReplyJob } from "./jobs.ts";
import { lockReply, updateReply } from "./replyStore.ts";
import { findReview, updateReview } from "./store.ts";
import { replyProblemTexts } from "./texts.ts";

const reason = "replies to reviews";

type HandOverOutcome = ReplyResult | WithdrawResult;
type FoundReview = NonNullable<Awaited<ReturnType<typeof findReview>>>;
type LockedReply = NonNullable<Awaited<ReturnType<typeof lockReply>>>;

/** Posts the reply that stands at its site, or takes it off. Once it was handed over, the site is asked before it is posted again. */
export async function deliverReply(
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
