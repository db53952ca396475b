import { createHash } from "node:crypto";
import type { LocationKey } from "#core/people.ts";
import { signedFileUrlUntil } from "#core/server/signedFileUrl.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { segmentsOf } from "#core/smsCounter.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { textFor } from "#domains/marketing/content/rules.ts";
import { mayMarket } from "#domains/marketing/gate/rules.ts";
import { anyState, type QuietHoursRule, type RecipientArea } from "#domains/marketing/hours/rules.ts";
import { quietHours } from "#domains/marketing/hours/server/public.ts";
import { currentStop } from "#domains/marketing/stop/server/public.ts";
import { takeUpTo } from "#domains/quotas/server/public.ts";
import type { OutgoingText } from "#ports/sms/sms.ts";
import {
  type AudienceFacts,
  type AudiencePerson,
  companyValues,
  customersByIds,
  readFacts,
  valuesFor,
} from "../../audience/server/public.ts";
import { campaignReference, type RecipientKey } from "../../rules.ts";
import { imageKey } from "../../server/campaignStore.ts";
import { insertBodies } from "./bodyStore.ts";
import { insertIntent } from "./intentStore.ts";
import { type DueRecipient, dueTexts, postponeRows, sendingCampaigns, skipRows } from "./ledgerStore.ts";
import { lockSender, updateSender } from "./senderStore.ts";

/** At most so many texts are taken at once, and at most so many seconds of the number's rate wait at the carrier. */
const maxBatch = 1_000;
const queueSeconds = 30;
/** So many texts are handed over in one transaction. */
const roundSize = 500;
/** Milliseconds beyond the carrier's timeout before an answer counts as lost, and in which a hand-over has to begin. */
export const graceMs = 3_000;
/** Milliseconds in which the hand-over of a batch usually begins: the one before it is still with the carrier. */
const waitMs = 10_000;

/** Milliseconds after which others look up what became of texts that are handed over in so many rounds. */
export const leaseMs = ({ answersWithin }: Pick<ThreadServer["ports"]["sms"], "answersWithin">, rounds: number) =>
  waitMs + rounds * (answersWithin + graceMs);

/** When an attempt that began then is over, however many rounds its batch had. */
export const attemptEndsAfter = (attempted_at: Date, sms: Pick<ThreadServer["ports"]["sms"], "answersWithin">) =>
  new Date(attempted_at.getTime() + leaseMs(sms, maxBatch / roundSize));

/** Milliseconds between the texts of two campaigns to one phone. */
const betweenTextsMs = 60_000;
/** Milliseconds after which a business that has sent its texts of today is looked at again. */
const quotaPauseMs = 15 * 60_000;
/** How long a carrier may fetch a picture, in milliseconds. */
const pictureLifetimeMs = 86_400_000;

type SendingCampaign = Awaited<ReturnType<typeof sendingCampaigns>>[number];

/** One text of a claimed batch. */
export interface ClaimedRecipient {
  readonly key: RecipientKey;
  readonly text: OutgoingText;
  /** What it says, for its row. */
  readonly hash: string;
  readonly segments: number;
  /** The intent that has its attempt until it is answered. */
  readonly intent_id: number;
}

/**
 * Takes the next texts of a location's number: as many as the carrier sends within half a minute, from all its campaigns
 * in turn. Whoever must not or not yet be texted leaves here. The rest is committed as intended, a round at a time, before
 * the carrier hears of it.
 *
 * @returns the rounds; none when another process claims for the number, or nothing is due.
 */
export async function claimBatch(server: ThreadServer, location: LocationKey): Promise<ClaimedRecipient[][]> {
  return server.within.business(location, "claim campaign texts", async (unit) => {
    const { db } = unit;
    const sender = await lockSender(db, location);
    const now = unit.now();
    if (!sender || (sender.blocked_until && sender.blocked_until > now)) return [];
    const { segmentsPerSecond } = server.ports.sms;
    const drainedAt = Math.max(now.getTime(), sender.drained_at.getTime());
    const room = Math.floor(segmentsPerSecond * (queueSeconds - (drainedAt - now.getTime()) / 1000));
    const number = await senderNumber(db, location.dealer_id, location.location_id);
    const campaigns = await sendingCampaigns(db, location);
    if (room < 1 || !number || campaigns.length === 0 || (await currentStop(db))) return [];
    const due = await takeInTurn(unit, location, campaigns, Math.min(maxBatch, room), dueTexts);
    const leavesAt = new Date(drainedAt);
    const ready = await passGate(unit, location, campaigns, due, leavesAt);
    const rounds = await writeTexts(server, unit, location, campaigns, ready, number);
    const used = rounds.flat().reduce((sum, { segments }) => sum + segments, 0);
    await updateSender(db, location, { drained_at: new Date(drainedAt + (1000 * used) / segmentsPerSecond) });
    return rounds;
  });
}

/** The due rows of all campaigns, one of each in turn, so that a large campaign doesn't hold up a small one. */
export async function takeInTurn(
  { db, now }: UnitOfWork,
  { dealer_id }: LocationKey,
  campaigns: readonly Pick<SendingCampaign, "campaign_id">[],
  limit: number,
  nextDue: typeof dueTexts,
): Promise<DueRecipient[]> {
  const share = Math.ceil(limit / campaigns.length);
  const queues: DueRecipient[][] = [];
  for (const { campaign_id } of campaigns) queues.push(await nextDue(db, { dealer_id, campaign_id }, now(), share));
  const longest = Math.max(...queues.map((queue) => queue.length));
  const inTurn = Array.from({ length: longest }, (_, place) => queues.flatMap((queue) => queue[place] ?? []));
  return inTurn.flat().slice(0, limit);
}

interface ReadyRecipient {
  readonly row: DueRecipient;
  readonly person: AudiencePerson;
}

/** Asks the gate about each, and takes those who pass from the business's quota of today. */
async function passGate(
  unit: UnitOfWork,
  location: LocationKey,
  campaigns: readonly SendingCampaign[],
  due: readonly DueRecipient[],
  leavesAt: Date,
): Promise<ReadyRecipient[]> {
  const { db, now } = unit;
  const { dealer_id } = location;
  const rules = await quietHours(db);
  const ready: ReadyRecipient[] = [];
  const skipped: Parameters<typeof skipRows>[2][number][] = [];
  const later: Parameters<typeof postponeRows>[2][number][] = [];
  // Somebody may be due in two campaigns at once: the gate decides about the second text once it can see the first.
  const takenPhones = new Set<string>();
  const afterFirst = new Date(now().getTime() + betweenTextsMs);
  for (const campaign of campaigns) {
    const rows = due.filter(({ campaign_id }) => campaign_id === campaign.campaign_id);
    const ids = rows.map(({ customer_id }) => customer_id);
    const people = new Map((await customersByIds(db, location, ids)).map((person) => [person.id, person]));
    const query = { dealer_id, ...campaign, skip_unanswered: campaign.skip_unanswered === 1, now: now() };
    const facts = await readFacts(db, query, [...people.values()]);
    for (const row of rows) {
      const person = people.get(row.customer_id);
      const own = facts.get(row.customer_id);
      const decision = decide(row, person, own, campaign, leavesAt, rules);
      if (takenPhones.has(row.address)) later.push({ ...row, due_at: afterFirst });
      else if (decision.kind === "skip") skipped.push({ ...row, reason: decision.reason });
      else if (decision.kind === "wait") later.push({ ...row, due_at: decision.until });
      else if (person) {
        takenPhones.add(row.address);
        ready.push({ row, person });
      }
    }
  }
  const granted = await takeUpTo(unit, dealer_id, "texts", ready.length);
  const retryAt = new Date(now().getTime() + quotaPauseMs);
  later.push(...ready.slice(granted).map(({ row }) => ({ ...row, due_at: retryAt })));
  await skipRows(db, dealer_id, skipped);
  await postponeRows(db, dealer_id, later);
  return ready.slice(0, granted);
}

function decide(
  row: DueRecipient,
  person: AudiencePerson | undefined,
  facts: AudienceFacts | undefined,
  campaign: SendingCampaign,
  leavesAt: Date,
  rules: readonly QuietHoursRule[],
) {
  // Merged into another customer, or with another phone since: that phone isn't this campaign's.
  if (!person || !facts || person.phone !== row.address) return { kind: "skip", reason: "removed" } as const;
  return mayMarket(
    {
      ...facts,
      isDuplicate: false,
      isCancelled: false,
      area: areaOf(row),
      dueAt: row.due_at,
      now: leavesAt,
      endsBy: campaign.ends_by,
    },
    rules,
  );
}

function areaOf({ zones, states, is_guess }: DueRecipient): RecipientArea {
  const known = states.split(" ").filter((state) => state !== "") as RecipientArea["states"];
  return { zones: zones.split(" "), states: known.length > 0 ? known : anyState, isGuess: is_guess };
}

/** Fills the texts in and commits them as intended. */
async function writeTexts(
  server: ThreadServer,
  unit: UnitOfWork,
  location: LocationKey,
  campaigns: readonly SendingCampaign[],
  ready: readonly ReadyRecipient[],
  from: string,
): Promise<ClaimedRecipient[][]> {
  const { db, now } = unit;
  const { dealer_id } = location;
  if (ready.length === 0) return [];
  const company = await companyValues(db, location);
  const mediaOf = new Map<number, string[]>();
  for (const { campaign_id, image_id } of campaigns) {
    const key = await imageKey(db, dealer_id, image_id);
    const until = new Date(now().getTime() + pictureLifetimeMs);
    mediaOf.set(campaign_id, key ? [server.publicUrl + signedFileUrlUntil(server.secret, key, until)] : []);
  }
  const templates = new Map(campaigns.map(({ campaign_id, body }) => [campaign_id, body]));
  const facts = new Map<string, { hash: string; segments: number }>();
  const factsOf = (body: string) => {
    const known = facts.get(body);
    if (known) return known;
    const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
    const found = { hash, segments: segmentsOf(body).count };
    facts.set(body, found);
    return found;
  };
  const written = ready.map(({ row, person }) => {
    const body = textFor(templates.get(row.campaign_id) ?? "", valuesFor(person, company));
    const key = { dealer_id, campaign_id: row.campaign_id, n: row.n, attempt: row.attempt + 1 };
    const media = mediaOf.get(row.campaign_id) ?? [];
    const text = { from, to: row.address, body, media, reference: campaignReference(key) };
    return { key, text, ...factsOf(body) };
  });
  const bodies = new Map(
    written.map(({ key, hash, text }) => [
      `${key.campaign_id} ${hash}`,
      { campaign_id: key.campaign_id, hash, body: text.body },
    ]),
  );
  await insertBodies(db, dealer_id, [...bodies.values()]);
  return intendRounds(server, unit, written);
}

/** Commits the texts to their attempts: an intent for each round that they are handed over in, and each campaign. */
async function intendRounds(
  server: ThreadServer,
  { db, now }: UnitOfWork,
  written: readonly Omit<ClaimedRecipient, "intent_id">[],
): Promise<ClaimedRecipient[][]> {
  const count = Math.ceil(written.length / roundSize);
  const lease_until = new Date(now().getTime() + leaseMs(server.ports.sms, count));
  const rounds: ClaimedRecipient[][] = [];
  for (let start = 0; start < written.length; start += roundSize) {
    const round = written.slice(start, start + roundSize);
    const ids = new Map<number, number>();
    for (const [campaign_id, texts] of Map.groupBy(round, ({ key }) => key.campaign_id)) {
      const [first] = texts;
      if (!first) continue;
      const { key, text } = first;
      const intent = {
        dealer_id: key.dealer_id,
        campaign_id,
        from_number: text.from,
        attempted_at: now(),
        lease_until,
      };
      const intended = texts.map(({ key: { n, attempt }, hash, segments }) => ({ n, attempt, hash, segments }));
      ids.set(campaign_id, await insertIntent(db, intent, intended));
    }
    rounds.push(round.map((text) => ({ ...text, intent_id: ids.get(text.key.campaign_id) ?? 0 })));
  }
  return rounds;
}
