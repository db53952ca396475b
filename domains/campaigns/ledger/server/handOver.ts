import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { ThreadServer } from "#core/server/threadWork.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { recordConsent, shareLockPhones, suppressedPhones } from "#domains/customers/server/public.ts";
import { currentStop } from "#domains/marketing/stop/server/public.ts";
import { type Deadline, deadlineIn } from "#ports/deadline.ts";
import type { Refusal, SendResult } from "#ports/sms/sms.ts";
import type { RecipientKey } from "../../rules.ts";
import { lockCampaignForWork, updateCampaign } from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";
import { type ClaimedRecipient, graceMs, leaseMs } from "./claimBatch.ts";
import { deleteIntents, lockIntents, renewIntents, stillWaiting } from "./intentStore.ts";
import { intendRows, postponeRows, skipRows } from "./ledgerStore.ts";
import { saveTextResults, type TextResult } from "./resultStore.ts";
import { addSender, updateSender } from "./senderStore.ts";

/** Milliseconds until a number that the carrier asked to wait is tried again. */
const blockedMs = 10 * 60_000;
/**
 * Milliseconds for which a round keeps the consent of its phones from changing. A STOP must not wait for a carrier that
 * stalls: its webhook would fail, and carriers don't repeat it.
 */
const roundMs = 3_000;
/**
 * Ends the transaction of a process that was paused in the middle of a round, so that a STOP waits for its locks no longer
 * than its webhook may take. When that process goes on, the round's deadline has passed.
 */
const abandonedAfter = sql`set local idle_in_transaction_session_timeout = '8s'`;

interface Answer {
  readonly recipient: ClaimedRecipient;
  readonly result: SendResult;
}

/** So often a round that waited for its phones' consent for too long is begun. */
const maxTries = 3;
/** After so many milliseconds it is begun once more, by whoever has time then. */
const giveBackMs = 5_000;

/** So many texts of a round are with the carrier at once: as many as its client has connections. */
const parallelTexts = 64;

/** Hands a claimed round to the carrier, so many texts at once, and saves the answers. */
export async function handOver(server: ThreadServer, round: readonly ClaimedRecipient[], tries = 1): Promise<void> {
  const [first] = round;
  if (!first) return;
  const { dealer_id } = first.key;
  // A transaction that lost a race runs again: what the carrier was handed stays handed.
  const handed = new Map<ClaimedRecipient, Promise<void>>();
  const answers = new Map<ClaimedRecipient, SendResult>();
  let saved: readonly Answer[] = [];
  let intent = { attempted_at: new Date(0), lease_until: new Date(0) };
  let isInTime = true;
  const send = async (recipient: ClaimedRecipient, leaveBy: Deadline) => {
    answers.set(recipient, await server.ports.sms.send(recipient.text, leaveBy));
  };
  await server.within.business({ dealer_id }, "hand campaign texts over", async (unit) => {
    const { db, now } = unit;
    // A STOP waits for this transaction, or was before it and is seen.
    const phones = round.map(({ text }) => text.to);
    const locked = Promise.all([abandonedAfter.execute(db), shareLockPhones(db, dealer_id, phones)]);
    // These are pipelined behind the locks: they see what was committed until the last one was there.
    const seen = Promise.all([suppressedPhones(db, dealer_id, phones), stillToSend(unit, dealer_id, round)]);
    const [, [suppressed, { own, attempted_at, lease_until }]] = await Promise.all([locked, seen]);
    // While the carrier may still answer, nobody else may look a text up, and whoever does it later looks around the
    // moment that the intent names. Who waited for too long begins the attempt anew.
    const at = now().getTime();
    const leaveBy = deadlineIn(
      server.ports.clock,
      Math.min(roundMs, lease_until.getTime() - server.ports.sms.answersWithin - at),
    );
    isInTime =
      own.length === 0 ||
      (at - attempted_at.getTime() < graceMs && at + server.ports.sms.answersWithin <= lease_until.getTime());
    if (!isInTime && handed.size === 0) return;
    intent = { attempted_at, lease_until };
    const left = isInTime ? own.filter((recipient) => !handed.has(recipient)) : [];
    const optedOutPhones = new Set(suppressed);
    const [optedOut, rest] = partition(left, ({ text }) => optedOutPhones.has(text.to));
    await skipRows(
      db,
      dealer_id,
      optedOut.map(({ key }) => ({ ...key, reason: "opted_out" })),
    );
    await handInTurn(rest, leaveBy, (recipient) => {
      const sending = send(recipient, leaveBy);
      handed.set(recipient, sending);
      return sending;
    });
    saved = answersIn(answers);
    await saveAnswers(unit, dealer_id, saved, intent);
    // Those whose turn didn't come are due again without it.
    if (saved.length === handed.size) await deleteIntents(db, dealer_id, intentsOf(round));
  });
  if (!isInTime && handed.size === 0) {
    if (tries === maxTries) return giveBack(server, dealer_id, round, giveBackMs);
    await renewRound(server, dealer_id, round);
    return handOver(server, round, tries + 1);
  }
  await Promise.all(handed.values());
  const early = new Set(saved.map(({ recipient }) => recipient));
  const late = answersIn(answers).filter(({ recipient }) => !early.has(recipient));
  if (late.length > 0) {
    await server.within.business({ dealer_id }, "late answers to campaign texts", async (unit) => {
      await saveAnswers(unit, dealer_id, late, intent);
      await deleteIntents(unit.db, dealer_id, intentsOf(round));
    });
  }
  await followUp(server, dealer_id, answersIn(answers));
}

const intentsOf = (round: readonly ClaimedRecipient[]) => [...new Set(round.map(({ intent_id }) => intent_id))];

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** Begins to send one text after the other, so many at once, until the round's time is up; rejects if one of them did. */
async function handInTurn(
  texts: readonly ClaimedRecipient[],
  leaveBy: Deadline,
  hand: (text: ClaimedRecipient) => Promise<void>,
) {
  const waiting = texts.values();
  let isOver = false;
  const lane = async () => {
    for (const text of waiting) {
      if (isOver || leaveBy.hasPassed()) return;
      await hand(text);
    }
  };
  const lanes = Array.from({ length: parallelTexts }, lane);
  await settledWithin(roundMs, lanes).finally(() => {
    isOver = true;
  });
}

/**
 * Puts texts that nobody handed over back into the queue, so that nobody has to ask the carrier about them.
 *
 * @param milliseconds after which they are due again.
 */
export async function giveBack(
  { within }: ThreadServer,
  dealer_id: number,
  batch: readonly ClaimedRecipient[],
  milliseconds: number,
): Promise<void> {
  await within.business({ dealer_id }, "give campaign texts back", async ({ db, now }) => {
    const due_at = new Date(now().getTime() + milliseconds);
    await postponeRows(
      db,
      dealer_id,
      batch.map(({ key }) => ({ ...key, due_at })),
    );
    await deleteIntents(db, dealer_id, intentsOf(batch));
  });
}

/** Waits for the work, but not for longer; rejects if some of it did meanwhile. */
async function settledWithin(milliseconds: number, work: readonly Promise<void>[]): Promise<void> {
  const timer = new AbortController();
  const timeIsUp = pause(milliseconds, undefined, { signal: timer.signal }).catch(() => {});
  await Promise.race([Promise.all(work), timeIsUp]).finally(() => timer.abort());
}

const answersIn = (answers: ReadonlyMap<ClaimedRecipient, SendResult>): Answer[] =>
  [...answers].map(([recipient, result]) => ({ recipient, result }));

/** Those of the texts that are still ours; of a campaign that was paused or canceled meanwhile, or after all marketing was stopped, none leaves. */
async function stillToSend({ db, now }: UnitOfWork, dealer_id: number, round: readonly ClaimedRecipient[]) {
  const again = round.filter(({ key }) => key.attempt > 1).map(({ key }) => key);
  const [intents, stop, waiting] = await Promise.all([
    lockIntents(db, dealer_id, intentsOf(round), now()),
    currentStop(db),
    stillWaiting(db, dealer_id, again),
  ]);
  const states = new Map(intents.map(({ id, campaign_state }) => [id, campaign_state]));
  // A first attempt has nothing before it that could end its row.
  const names = new Set(waiting.map(nameOf));
  const ours = round.filter(
    ({ key, intent_id }) => states.has(intent_id) && (key.attempt === 1 || names.has(nameOf(key))),
  );
  const isCancelled = ({ intent_id }: ClaimedRecipient) => states.get(intent_id) === "cancelled";
  const isSending = ({ intent_id }: ClaimedRecipient) => stop === undefined && states.get(intent_id) === "sending";
  await skipRows(
    db,
    dealer_id,
    ours.filter(isCancelled).map(({ key }) => ({ ...key, reason: "cancelled" })),
  );
  const [first] = intents;
  return {
    own: ours.filter(isSending),
    // A round's intents are made and renewed together.
    attempted_at: first?.attempted_at ?? now(),
    lease_until: first?.lease_until ?? now(),
  };
}

const nameOf = ({ campaign_id, n }: RecipientKey) => `${campaign_id} ${n}`;

/** Begins the attempts of a round anew that begins late; who lost its texts to another process gets none back. */
async function renewRound(server: ThreadServer, dealer_id: number, round: readonly ClaimedRecipient[]): Promise<void> {
  await server.within.business({ dealer_id }, "renew campaign leases", ({ db, now }) =>
    renewIntents(db, dealer_id, intentsOf(round), {
      now: now(),
      lease_until: new Date(now().getTime() + leaseMs(server.ports.sms, 1)),
    }),
  );
}

/** Whether the carrier's refusal is about us, or about the moment, rather than about the recipient. */
const isOurFault = ({ class: kind }: Refusal) => kind === "channel" || kind === "configuration";
const isForLater = ({ class: kind }: Refusal) => kind === "later";

async function saveAnswers(
  { db, now }: UnitOfWork,
  dealer_id: number,
  answers: readonly Answer[],
  { attempted_at, lease_until }: { readonly attempted_at: Date; readonly lease_until: Date },
): Promise<void> {
  const from_number = answers[0]?.recipient.text.from ?? "";
  const results = answers.flatMap(({ recipient, result }) => resultOf(recipient, result) ?? []);
  await saveTextResults(db, dealer_id, results, { from_number, attempted_at, at: now() });
  const again = answers.flatMap(({ recipient: { key }, result }) => {
    const seconds = retryAfter(result);
    return seconds === undefined ? [] : [{ ...key, due_at: new Date(now().getTime() + 1000 * seconds) }];
  });
  await postponeRows(db, dealer_id, again);
  const lost = answers.filter(({ result }) => result.kind === "lost");
  const opened = lost.map(({ recipient: { key, hash, segments } }) => ({ ...key, hash, segments }));
  await intendRows(db, dealer_id, opened, { from_number, at: attempted_at, lease_until });
}

/** The seconds after which a text that certainly didn't leave is due again; undefined for every other answer. */
function retryAfter(result: SendResult): number | undefined {
  if (result.kind === "busy") return Math.ceil(result.retryAfterSeconds) + Math.random() * 2;
  if (result.kind !== "refused") return undefined;
  if (isForLater(result.refusal)) return blockedMs / 1000;
  return isOurFault(result.refusal) ? 0 : undefined;
}

function resultOf({ key, hash, segments }: ClaimedRecipient, result: SendResult): TextResult | undefined {
  const text = { ...key, hash, segments };
  if (result.kind === "accepted") {
    const state = result.status === "queued" ? "accepted" : result.status;
    return { ...text, state, sid: result.sid, error_code: "", error: "" };
  }
  if (result.kind !== "refused" || isForLater(result.refusal) || isOurFault(result.refusal)) return undefined;
  return { ...text, state: "failed", sid: null, error_code: result.refusal.code, error: result.refusal.words };
}

/** What refusals mean beyond their text: an opt-out that only the carrier knew of, a full queue, a number that can't text. */
async function followUp(server: ThreadServer, dealer_id: number, answers: readonly Answer[]): Promise<void> {
  const refused = answers.flatMap(({ recipient, result }) =>
    result.kind === "refused" ? [{ ...recipient, refusal: result.refusal }] : [],
  );
  for (const { text, refusal } of refused.filter(({ refusal }) => refusal.class === "opted_out")) {
    await server.within.business({ dealer_id }, "an opt-out at the carrier", (unit) =>
      recordConsent(unit, { dealer_id, phone: text.to, event: "revoked", source: "carrier", words: refusal.words }),
    );
  }
  const full = refused.find(({ refusal }) => isForLater(refusal));
  const unable = refused.find(({ refusal }) => isOurFault(refusal));
  if (full) await blockNumber(server, full.key);
  if (unable) {
    server.log.error({ dealer_id, code: unable.refusal.code }, "the carrier refuses a campaign");
    const ids = new Set(refused.filter(({ refusal }) => isOurFault(refusal)).map(({ key }) => key.campaign_id));
    for (const campaign_id of ids) await stopCampaign(server, { dealer_id, campaign_id }, unable.refusal.words);
  }
}

async function blockNumber(server: ThreadServer, { dealer_id, campaign_id }: RecipientKey): Promise<void> {
  await server.within.business({ dealer_id }, "wait for the carrier", async ({ db, now }) => {
    const campaign = await lockCampaignForWork(db, { dealer_id, campaign_id });
    if (!campaign) return;
    const location = { dealer_id, location_id: campaign.location_id };
    await addSender(db, location, now());
    await updateSender(db, location, { blocked_until: new Date(now().getTime() + blockedMs) });
  });
}

async function stopCampaign(server: ThreadServer, key: { dealer_id: number; campaign_id: number }, why: string) {
  await server.within.business({ dealer_id: key.dealer_id }, "stop a campaign", async (unit) => {
    const campaign = await lockCampaignForWork(unit.db, key);
    if (campaign?.state !== "sending") return;
    await updateCampaign(unit.db, key, { state: "stopped", paused_from: "sending", why });
    publishCampaign(unit, campaign, campaign.id);
  });
}
