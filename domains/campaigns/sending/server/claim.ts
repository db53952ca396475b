import { createHash } from "node:crypto";
import type { LocationKey } from "#core/people.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { currentStop } from "#domains/marketing/rules/server/public.ts";
import { takeUpTo } from "#domains/quotas/server/public.ts";
import { customersByIds } from "../../audience/server/public.ts";
import { deleteBatches, insertBatch } from "./batchStore.ts";
import {
  attemptMs,
  type CampaignBatch,
  type ChannelClaim,
  type ReadyRecipient,
  type RenderedMessage,
  type SendingChannel,
} from "./channel.ts";
import {
  type DueRecipient,
  dueRecipients,
  insertBodies,
  type Postponed,
  postponeRows,
  type SendingCampaign,
  type Skipped,
  sendingCampaigns,
  skipRows,
} from "./ledgerStore.ts";

/** Batches of a location that are handed over at the same time: one is with the carrier while Postgres works on another. */
export const parallelBatches = 2;
/** Milliseconds that a claimed batch may wait for those of the claim before it, which are still under way. */
const waitMs = 10_000;
/** Milliseconds after which a business that has used its quota of today is looked at again. */
const quotaPauseMs = 15 * 60_000;

/**
 * Takes the next messages of a location, from all its campaigns in turn. Recipients who must not or not yet get one leave
 * the queue here. The rest is committed to batches before anything leaves.
 *
 * @returns none when nothing is due, or nothing may leave.
 */
export async function claimBatches<M, R>(
  server: ThreadServer,
  channel: SendingChannel<M, R>,
  location: LocationKey,
): Promise<CampaignBatch<M>[]> {
  return server.within.business(location, channel.reasons.claim, async (unit) => {
    const campaigns = await sendingCampaigns(unit.db, location, channel.kind);
    if (campaigns.length === 0 || (await currentStop(unit.db))) return [];
    const claim = await channel.openClaim(server, unit, location, campaigns);
    if (!claim) return [];
    const due = await dueInterleaved(unit, location, campaigns, claim.limit);
    const ready = await passGate(unit, location, campaigns, due, claim);
    if (ready.length === 0) return [];
    const leaving = await takeQuota(unit, channel, location, claim, await claim.render(ready));
    if (leaving.length === 0) return [];
    return commitBatches(server, channel, unit, location, claim.from, leaving);
  });
}

/** The due rows of all campaigns, one of each in turn, so that a large campaign doesn't hold up a small one. */
async function dueInterleaved(
  { db, now }: UnitOfWork,
  { dealer_id }: LocationKey,
  campaigns: readonly SendingCampaign[],
  limit: number,
): Promise<DueRecipient[]> {
  const share = Math.ceil(limit / campaigns.length);
  const queues: DueRecipient[][] = [];
  for (const { campaign_id } of campaigns) {
    queues.push(await dueRecipients(db, { dealer_id, campaign_id }, now(), share));
  }
  const longest = Math.max(...queues.map((queue) => queue.length));
  const inTurn = Array.from({ length: longest }, (_, place) => queues.flatMap((queue) => queue[place] ?? []));
  return inTurn.flat().slice(0, limit);
}

/** Asks the gate about each. @returns those who pass. */
async function passGate<M>(
  unit: UnitOfWork,
  location: LocationKey,
  campaigns: readonly SendingCampaign[],
  due: readonly DueRecipient[],
  claim: ChannelClaim<M>,
): Promise<ReadyRecipient[]> {
  const { db } = unit;
  const { dealer_id } = location;
  const ready: ReadyRecipient[] = [];
  const skipped: Skipped[] = [];
  const later: Postponed[] = [];
  // An address may be due in two campaigns at once: each must know of the other's message.
  const taken = new Set<string>();
  for (const campaign of campaigns) {
    const rows = due.filter(({ campaign_id }) => campaign_id === campaign.campaign_id);
    if (rows.length === 0) continue;
    const ids = rows.map(({ customer_id }) => customer_id);
    const people = new Map((await customersByIds(db, location, ids)).map((person) => [person.id, person]));
    const decide = await claim.gate(campaign, [...people.values()]);
    for (const row of rows) {
      const person = people.get(row.customer_id);
      const decision = person
        ? decide(row, person, taken.has(row.address))
        : ({ kind: "skip", reason: "removed" } as const);
      if (decision.kind === "skip") skipped.push({ ...row, reason: decision.reason });
      else if (decision.kind === "wait") later.push({ ...row, due_at: decision.until });
      else if (person) {
        taken.add(row.address);
        ready.push({ row, person });
      }
    }
  }
  await skipRows(db, dealer_id, skipped);
  await postponeRows(db, dealer_id, later);
  return ready;
}

/** Takes messages from the business's quota of today, as far as that and the carriers' go; the rest is due again later. */
async function takeQuota<M>(
  unit: UnitOfWork,
  { quota }: Pick<SendingChannel<M, never>, "quota">,
  { dealer_id }: LocationKey,
  claim: ChannelClaim<M>,
  rendered: readonly RenderedMessage<M>[],
): Promise<readonly RenderedMessage<M>[]> {
  const fitting = claim.fitting?.(rendered) ?? rendered.length;
  const granted = await takeUpTo(unit, dealer_id, quota, fitting);
  const due_at = new Date(unit.now().getTime() + quotaPauseMs);
  // Nothing was attempted: the row keeps the attempt before it.
  const later = rendered.slice(granted).map(({ key }) => ({ ...key, attempt: key.attempt - 1, due_at }));
  await postponeRows(unit.db, dealer_id, later);
  const leaving = rendered.slice(0, granted);
  await claim.take?.(leaving);
  return leaving;
}

/** Commits messages to their attempts, in batches that are handed over one after another. */
async function commitBatches<M, R>(
  server: ThreadServer,
  channel: SendingChannel<M, R>,
  { db, now }: UnitOfWork,
  { dealer_id }: LocationKey,
  from: string,
  rendered: readonly RenderedMessage<M>[],
): Promise<CampaignBatch<M>[]> {
  const hashes = new Map([...new Set(rendered.map(({ words }) => words))].map((words) => [words, hashOf(words)]));
  const messages = rendered.map((message) => ({ ...message, hash: hashes.get(message.words) ?? "" }));
  const bodies = messages.map(({ key: { campaign_id }, hash, words }) => ({ campaign_id, hash, body: words }));
  await insertBodies(db, dealer_id, bodies);
  const count = Math.ceil(messages.length / channel.batchSize);
  const inTurnMs = Math.ceil(count / parallelBatches) * attemptMs(channel, server.ports);
  const lease_until = new Date(now().getTime() + waitMs + inTurnMs);
  const batches: CampaignBatch<M>[] = [];
  for (let start = 0; start < messages.length; start += channel.batchSize) {
    const own = messages.slice(start, start + channel.batchSize);
    const intents = own.map(({ key: { campaign_id, n, attempt }, hash, segments }) => {
      return { campaign_id, n, attempt, body_hash: hash, segments };
    });
    const batch = { dealer_id, channel: channel.kind, from_number: from, lease_until };
    const { id, isOwn } = await insertBatch(db, batch, intents);
    const kept = own.filter(({ key }) => isOwn(key));
    if (kept.length === 0) await deleteBatches(db, dealer_id, [id]);
    else batches.push({ id, dealer_id, from, messages: kept });
  }
  return batches;
}

const hashOf = (words: string) => createHash("sha256").update(words).digest("base64url").slice(0, 22);
