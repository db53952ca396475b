import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { ThreadServer } from "#core/server/threadWork.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { currentStop } from "#domains/marketing/rules/server/public.ts";
import { type Deadline, deadlineIn } from "#ports/deadline.ts";
import { campaignStates } from "../../server/campaignStore.ts";
import { beginBatch, deleteBatches, removeFromBatch, waitingOfBatch, writeUnanswered } from "./batchStore.ts";
import {
  attemptMs,
  type CampaignBatch,
  type CampaignMessage,
  type HandOverAnswer,
  type SendingChannel,
} from "./channel.ts";
import {
  type AttemptResult,
  type Postponed,
  postponeRows,
  type Skipped,
  saveResults,
  skipRows,
} from "./ledgerStore.ts";

/**
 * Ends the session of a process that is paused in the middle of a hand-over, so that a STOP waits for its locks no longer
 * than its webhook may take. When that process goes on, the deadline of its requests has passed.
 */
const abandonedMs = 8_000;

/**
 * Milliseconds after which the next request asks again whether its campaign still sends: somebody who pauses or cancels
 * one waits for no batch.
 */
const recheckMs = 250;

interface BegunBatch<M> {
  readonly messages: readonly CampaignMessage<M>[];
  readonly attempted_at: Date;
  readonly leaveBy: Deadline;
}

/**
 * Hands a claimed batch over, and saves the answers: one transaction before the first request and one after the last
 * answer, none in between.
 *
 * @returns false when nothing more is taken for now.
 */
export async function handOver<M, R>(
  server: ThreadServer,
  channel: SendingChannel<M, R>,
  batch: CampaignBatch<M>,
): Promise<boolean> {
  const { dealer_id } = batch;
  const { begun, sending } = await beginAndSend(server, channel, batch);
  if (!begun) return true;
  const answers = await Promise.all(sending);
  await server.within.business({ dealer_id }, channel.reasons.save, async (unit) => {
    await saveAnswers(unit, channel, batch, begun, answers);
    // Messages whose requests never left are due again without it.
    await deleteBatches(unit.db, dealer_id, [batch.id]);
  });
  return channel.followUp(server, dealer_id, answers);
}

async function beginAndSend<M, R>(
  server: ThreadServer,
  channel: SendingChannel<M, R>,
  batch: CampaignBatch<M>,
): Promise<{ begun: BegunBatch<M> | undefined; sending: Promise<HandOverAnswer<M, R>>[] }> {
  const { within } = server;
  const { dealer_id, messages } = batch;
  const { holdConsent } = channel;
  const ids = campaignsOf(messages);
  const begin = (unit: UnitOfWork) => beginHandOver(server, channel, unit, batch);
  if (!holdConsent) {
    const begun = await within.business({ dealer_id }, channel.reasons.begin, begin);
    const ask = () =>
      within.business({ dealer_id }, channel.reasons.begin, (unit) => stillSending(unit, dealer_id, ids));
    return { begun, sending: await sendInTime(server, channel, begun, recheck(server.ports, ids, ask)) };
  }
  // An opt-out waits until every request has left, or never will.
  return within.session({ dealer_id }, channel.reasons.begin, abandonedMs, async (transaction) => {
    const begun = await transaction(async (unit) => {
      const addresses = messages.map(({ address }) => address);
      await holdConsent(unit.db, dealer_id, addresses);
      return begin(unit);
    });
    const ask = () => transaction((unit) => stillSending(unit, dealer_id, ids));
    return { begun, sending: await sendInTime(server, channel, begun, recheck(server.ports, ids, ask)) };
  });
}

/** Records the hand-over of what may still leave. @returns undefined when nothing may, or the batch came too late. */
async function beginHandOver<M, R>(
  { ports }: ThreadServer,
  channel: SendingChannel<M, R>,
  { db, now }: UnitOfWork,
  { id, dealer_id, messages }: CampaignBatch<M>,
): Promise<BegunBatch<M> | undefined> {
  const leaveBy = deadlineIn(ports.clock, channel.leavesWithin);
  const attempted_at = now();
  const lease_until = new Date(attempted_at.getTime() + attemptMs(channel, ports));
  if (!(await beginBatch(db, dealer_id, id, { now: attempted_at, lease_until }))) return undefined;
  const [suppressed, states, stop, isWaiting] = await Promise.all([
    channel.suppressed(
      db,
      dealer_id,
      messages.map(({ address }) => address),
    ),
    campaignStates(db, dealer_id, campaignsOf(messages)),
    currentStop(db),
    waitingOfBatch(db, dealer_id, id),
  ]);
  const skipped: Skipped[] = [];
  const leaving: CampaignMessage<M>[] = [];
  const staying: CampaignMessage<M>["key"][] = [];
  for (const message of messages) {
    const { key, address } = message;
    const state = states.get(key.campaign_id);
    const reason = state === "cancelled" ? "cancelled" : suppressed.get(address);
    if (reason && isWaiting(key)) skipped.push({ ...key, reason });
    if (!reason && isWaiting(key) && state === "sending" && !stop) leaving.push(message);
    else staying.push(key);
  }
  await skipRows(db, dealer_id, skipped);
  if (leaving.length === 0) await deleteBatches(db, dealer_id, [id]);
  else await removeFromBatch(db, dealer_id, id, staying);
  return leaving.length > 0 ? { messages: leaving, attempted_at, leaveBy } : undefined;
}

const campaignsOf = (messages: readonly CampaignMessage<unknown>[]) => [
  ...new Set(messages.map(({ key }) => key.campaign_id)),
];

/** Which of a batch's campaigns still send. */
async function stillSending({ db }: UnitOfWork, dealer_id: number, ids: readonly number[]): Promise<Set<number>> {
  const [states, stop] = await Promise.all([campaignStates(db, dealer_id, ids), currentStop(db)]);
  return new Set(stop ? [] : ids.filter((id) => states.get(id) === "sending"));
}

/** Asks whether campaigns still send; an answer holds for `recheckMs`. They do when it begins. */
function recheck({ clock }: ThreadServer["ports"], ids: readonly number[], ask: () => Promise<Set<number>>) {
  let asked = clock.ticks();
  let isAsking = false;
  let sending = Promise.resolve(new Set(ids));
  const askAgain = () => {
    asked = clock.ticks();
    isAsking = true;
    // What doesn't leave is due again, so an unknown answer counts as no.
    sending = ask()
      .catch(() => new Set<number>())
      .finally(() => {
        isAsking = false;
      });
  };
  return {
    async stillSends(campaign_id: number): Promise<boolean> {
      if (!isAsking && clock.ticks() - asked >= recheckMs) askAgain();
      return (await sending).has(campaign_id);
    },
    /** Resolves once nothing is asked any more. */
    answered: () => sending,
  };
}

/**
 * Begins to send one message after another, until each is under way, its campaign no longer sends, or the time to leave
 * is over.
 *
 * @returns the answers to what was sent, as they come.
 * @throws what a request threw, once no other can leave any more.
 */
async function sendInTime<M, R>(
  { ports }: ThreadServer,
  channel: SendingChannel<M, R>,
  begun: BegunBatch<M> | undefined,
  { stillSends, answered }: ReturnType<typeof recheck>,
): Promise<Promise<HandOverAnswer<M, R>>[]> {
  if (!begun) return [];
  const { leaveBy, messages } = begun;
  const sending: Promise<HandOverAnswer<M, R>>[] = [];
  const waiting = messages.values();
  let isOver = false;
  const canLeave = () => !isOver && !leaveBy.hasPassed();
  const sendNext = async () => {
    for (const message of waiting) {
      // Once it is over, the session's connection is somebody else's: nothing may be asked on it.
      if (!canLeave()) return;
      if (!(await stillSends(message.key.campaign_id))) continue;
      if (!canLeave()) return;
      const answer = channel.send(ports, message.outgoing, leaveBy).then((result) => ({ message, result }));
      sending.push(answer);
      await answer.catch(() => {});
    }
  };
  const timer = new AbortController();
  const timeIsUp = pause(channel.leavesWithin, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([Promise.all(Array.from({ length: channel.parallelSends }, sendNext)), timeIsUp]);
  isOver = true;
  timer.abort();
  await answered();
  return sending;
}

async function saveAnswers<M, R>(
  { db, now }: UnitOfWork,
  channel: SendingChannel<M, R>,
  { dealer_id, from }: CampaignBatch<M>,
  { attempted_at }: BegunBatch<M>,
  answers: readonly HandOverAnswer<M, R>[],
): Promise<void> {
  // No need to wait for the disk: a crash of Postgres that forgets answers brings the batch back, so they are looked up.
  if (channel.canLookUp) await sql`set local synchronous_commit = off`.execute(db);
  const results: AttemptResult[] = [];
  const later: Postponed[] = [];
  const lost: CampaignMessage<M>["key"][] = [];
  for (const answer of answers) {
    const { key, hash, segments } = answer.message;
    const { campaign_id, n, attempt } = key;
    const meaning = channel.meaningOf(answer, now());
    if (meaning.kind === "lost") lost.push(key);
    else if (meaning.kind === "done") {
      const { state, sid, error_code, error, bounce = "" } = meaning;
      results.push({ campaign_id, n, attempt, state, sid, error_code, error, bounce, hash, segments });
    } else {
      const delayed = meaning.isDelay ? { delayed_since: now() } : {};
      later.push({ ...key, due_at: meaning.due_at, ...delayed });
    }
  }
  await Promise.all([
    saveResults(db, dealer_id, results, { from_number: from, attempted_at, at: now() }),
    postponeRows(db, dealer_id, later),
    lost.length > 0 && writeUnanswered(db, dealer_id, { messages: lost }),
  ]);
}
