import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { inIndexOrder } from "#core/server/inIndexOrder.ts";
import { signedFileUrlUntil } from "#core/server/signedFileUrl.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { segmentsOf } from "#core/smsCounter.ts";
import { recordConsent, shareLockPhones, suppressedPhones } from "#domains/customers/server/public.ts";
import { hasDailyCap, isUnregisteredCode, maySendMarketing } from "#domains/locations/registration/rules.ts";
import { dailySegments, noteUnregisteredSoon, textSender } from "#domains/locations/server/public.ts";
import { anyState, mayMarket, type RecipientArea, type SkipReason } from "#domains/marketing/rules/rules.ts";
import { quietHours } from "#domains/marketing/rules/server/public.ts";
import { textFor } from "#domains/marketing/sender/rules.ts";
import { countSegments, lockSegments } from "#domains/quotas/server/public.ts";
import type { OutgoingText, Refusal, SendResult } from "#ports/sms/sms.ts";
import { companyValues, readFacts, valuesFor } from "../../audience/server/public.ts";
import { autoPauseReason, brakeSample, campaignReference, type RecentResults } from "../../rules.ts";
import { type CampaignKey, imageKey, lockCampaignForWork, updateCampaign } from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";
import { restUntil } from "../rules.ts";
import type {
  AnswerMeaning,
  ChannelClaim,
  HandOverAnswer,
  ReadyRecipient,
  RenderedMessage,
  SendingChannel,
} from "./channel.ts";
import type { DueRecipient, SendingCampaign } from "./ledgerStore.ts";
import { holdForNumber } from "./numberGate.ts";

/** The most texts of one claim, and the most seconds of a number's rate that wait at the carrier. */
const maxClaim = 1_000;
const queueSeconds = 30;
/** Milliseconds between the texts of two campaigns to one phone. */
const betweenTextsMs = 60_000;
/** How long a carrier may fetch a picture, in milliseconds. */
const pictureLifetimeMs = 86_400_000;

/** Texts: at their number's rate, within the recipient's hours; lost answers are looked up at the carrier. */
export const textChannel: SendingChannel<OutgoingText, SendResult> = {
  kind: "sms",
  quota: "texts",
  batchSize: 500,
  /** As many as the carrier's client has connections. */
  parallelSends: 64,
  parallelLocations: 2,
  /** A STOP waits for no longer: its webhook would fail, and carriers don't repeat it. */
  leavesWithin: 3_000,
  answersWithin: ({ sms }) => sms.answersWithin,
  reasons: {
    claim: "claim campaign texts",
    begin: "hand campaign texts over",
    save: "answers to campaign texts",
  },
  openClaim: openTextClaim,
  holdConsent: shareLockPhones,
  async suppressed(db, dealer_id, phones) {
    return new Map((await suppressedPhones(db, dealer_id, phones)).map((phone) => [phone, "opted_out" as SkipReason]));
  },
  send: ({ sms }, text, leaveBy) => sms.send(text, leaveBy),
  meaningOf,
  canLookUp: true,
  followUp,
  pauseReason: async (db, key) => autoPauseReason(await recentResults(db, key)),
};

/**
 * As many texts as the number sends within half a minute and carriers take today; none while it isn't registered, or
 * another process claims for it.
 */
async function openTextClaim(
  server: ThreadServer,
  unit: UnitOfWork,
  location: LocationKey,
  campaigns: readonly SendingCampaign[],
): Promise<ChannelClaim<OutgoingText> | undefined> {
  const { db } = unit;
  const { segmentsPerSecond } = server.ports.sms;
  const number = await textSender(db, location.dealer_id, location.location_id);
  if (number && !maySendMarketing(number.registration)) {
    await holdForNumber(unit, location);
    return undefined;
  }
  const sender = await lockSender(db, location);
  const now = unit.now();
  if (!number || !sender || (sender.blocked_until && sender.blocked_until > now)) return undefined;
  const { number: from, registration } = number;
  const drainedAt = Math.max(now.getTime(), sender.drained_at.getTime());
  const room = Math.floor(segmentsPerSecond * (queueSeconds - (drainedAt - now.getTime()) / 1000));
  if (room < 1) return undefined;
  const { dealer_id } = location;
  const isCapped = hasDailyCap(registration, from);
  const left = isCapped ? await lockSegments(unit, dealer_id, await dailySegments(db, dealer_id)) : room;
  if (left < 1) return undefined;
  return {
    limit: Math.min(maxClaim, room, left),
    from,
    gate: await textGate(unit, location, new Date(drainedAt)),
    render: (ready) => renderTexts(server, unit, location, campaigns, ready, from),
    fitting: (texts) => (isCapped ? fittingInto(left, texts) : texts.length),
    async take(texts) {
      const used = texts.reduce((sum, { segments }) => sum + segments, 0);
      await updateSender(db, location, { drained_at: new Date(drainedAt + (1000 * used) / segmentsPerSecond) });
      if (isCapped) await countSegments(unit, dealer_id, used);
    },
  };
}

/** How many of the first texts fit into the segments that are left. */
export function fittingInto(left: number, texts: readonly { readonly segments: number }[]): number {
  let used = 0;
  const tooMuch = texts.findIndex(({ segments }) => {
    used += segments;
    return used > left;
  });
  return tooMuch === -1 ? texts.length : tooMuch;
}

/** @param leavesAt when the number's queue at the carrier is empty. */
async function textGate({ db, now }: UnitOfWork, { dealer_id }: LocationKey, leavesAt: Date) {
  const rules = await quietHours(db);
  const gate: ChannelClaim<OutgoingText>["gate"] = async (campaign, people) => {
    const query = { dealer_id, ...campaign, skip_unanswered: campaign.skip_unanswered === 1, now: now() };
    const facts = await readFacts(db, query, people);
    return (row, person, isTaken) => {
      // The gate decides about the second text once it can see the first.
      if (isTaken) return { kind: "wait", until: new Date(now().getTime() + betweenTextsMs) };
      const own = facts.get(row.customer_id);
      // Merged into another customer, or with another phone since: that phone isn't this campaign's.
      if (!own || person.phone !== row.address) return { kind: "skip", reason: "removed" };
      const times = { dueAt: row.due_at, now: leavesAt, endsBy: campaign.ends_by };
      return mayMarket({ ...own, isDuplicate: false, isCancelled: false, area: areaOf(row), ...times }, rules);
    };
  };
  return gate;
}

function areaOf({ zones, states, is_guess }: DueRecipient): RecipientArea {
  const known = states.split(" ").filter((state) => state !== "") as RecipientArea["states"];
  return { zones: zones.split(" "), states: known.length > 0 ? known : anyState, isGuess: is_guess };
}

async function renderTexts(
  server: ThreadServer,
  { db, now }: UnitOfWork,
  location: LocationKey,
  campaigns: readonly SendingCampaign[],
  ready: readonly ReadyRecipient[],
  from: string,
): Promise<RenderedMessage<OutgoingText>[]> {
  const { dealer_id } = location;
  const company = await companyValues(db, location);
  const mediaOf = new Map<number, string[]>();
  for (const { campaign_id, image_id } of campaigns) {
    const key = await imageKey(db, dealer_id, image_id);
    const until = new Date(now().getTime() + pictureLifetimeMs);
    mediaOf.set(campaign_id, key ? [server.publicUrl + signedFileUrlUntil(server.secret, key, until)] : []);
  }
  const templates = new Map(campaigns.map(({ campaign_id, body }) => [campaign_id, body]));
  const segments = new Map<string, number>();
  return ready.map(({ row, person }) => {
    const body = textFor(templates.get(row.campaign_id) ?? "", valuesFor(person, company));
    if (!segments.has(body)) segments.set(body, segmentsOf(body).count);
    const key = { dealer_id, campaign_id: row.campaign_id, n: row.n, attempt: row.attempt + 1 };
    const media = mediaOf.get(row.campaign_id) ?? [];
    const outgoing = { from, to: row.address, body, media, reference: campaignReference(key) };
    return { key, address: row.address, outgoing, words: body, segments: segments.get(body) ?? 1, delayed_since: null };
  });
}

/** Whether the carrier's refusal is about us, or about the moment, rather than about the recipient. */
const isOurFault = ({ class: kind }: Refusal) => kind === "channel" || kind === "configuration";
const isForLater = ({ class: kind }: Refusal) => kind === "later";

function meaningOf({ result }: HandOverAnswer<OutgoingText, SendResult>, now: Date): AnswerMeaning {
  const after = (seconds: number) => new Date(now.getTime() + 1000 * seconds);
  if (result.kind === "lost") return { kind: "lost" };
  if (result.kind === "busy") {
    return { kind: "later", due_at: after(Math.ceil(result.retryAfterSeconds) + Math.random() * 2) };
  }
  if (result.kind === "accepted") {
    const state = result.status === "queued" ? "accepted" : result.status;
    return { kind: "done", state, sid: result.sid, error_code: "", error: "" };
  }
  const { refusal } = result;
  if (isForLater(refusal)) return { kind: "later", due_at: restUntil(refusal.code, now) };
  if (isOurFault(refusal)) return { kind: "later", due_at: now };
  return { kind: "done", state: "failed", sid: null, error_code: refusal.code, error: refusal.words };
}

/** An opt-out that only the carrier knew of, a full queue, a number that can't text. */
async function followUp(
  server: ThreadServer,
  dealer_id: number,
  answers: readonly HandOverAnswer<OutgoingText, SendResult>[],
): Promise<boolean> {
  const refused = answers.flatMap(({ message, result }) =>
    result.kind === "refused" ? [{ ...message, refusal: result.refusal }] : [],
  );
  for (const { address, refusal } of refused.filter(({ refusal }) => refusal.class === "opted_out")) {
    await server.within.business({ dealer_id }, "an opt-out at the carrier", (unit) =>
      recordConsent(unit, { dealer_id, phone: address, event: "revoked", source: "carrier", words: refusal.words }),
    );
  }
  const full = refused.filter(({ refusal }) => isForLater(refusal));
  const unregistered = refused.filter(({ refusal }) => isUnregisteredCode(refusal.code));
  const unable = refused.find(({ refusal }) => isOurFault(refusal) && !isUnregisteredCode(refusal.code));
  for (const { key, refusal } of distinctCodes(full)) await blockNumber(server, key, refusal.code);
  const [first] = unregistered;
  if (first) {
    const { from } = first.outgoing;
    await server.within.business({ dealer_id }, "an unregistered number", async (unit) => {
      noteUnregisteredSoon(unit, { dealer_id, from, left_at: unit.now(), code: first.refusal.code });
    });
    const ids = new Set(unregistered.map(({ key }) => key.campaign_id));
    for (const campaign_id of ids) await pauseAsUnregistered(server, { dealer_id, campaign_id });
  }
  if (unable) {
    server.log.error({ dealer_id, code: unable.refusal.code }, "the carrier refuses a campaign");
    const faults = refused.filter(({ refusal }) => isOurFault(refusal) && !isUnregisteredCode(refusal.code));
    const ids = new Set(faults.map(({ key }) => key.campaign_id));
    for (const campaign_id of ids) await stopCampaign(server, { dealer_id, campaign_id }, unable.refusal.words);
  }
  return true;
}

const distinctCodes = <T extends { readonly refusal: Refusal }>(refused: readonly T[]): T[] => [
  ...new Map(refused.map((one) => [one.refusal.code, one])).values(),
];

/** Rests a location's number as long as the carrier's code asks for. */
export async function blockNumber(
  { within }: Pick<ThreadServer, "within">,
  { dealer_id, campaign_id }: CampaignKey,
  code: string,
): Promise<void> {
  await within.business({ dealer_id }, "wait for the carrier", async ({ db, now }) => {
    const campaign = await lockCampaignForWork(db, { dealer_id, campaign_id });
    if (!campaign) return;
    const location = { dealer_id, location_id: campaign.location_id };
    await addSender(db, location, now());
    await restSender(db, location, restUntil(code, now()));
  });
}

async function stopCampaign(server: ThreadServer, key: CampaignKey, why: string): Promise<void> {
  await server.within.business({ dealer_id: key.dealer_id }, "stop a campaign", async (unit) => {
    const campaign = await lockCampaignForWork(unit.db, key);
    if (campaign?.state !== "sending") return;
    await updateCampaign(unit.db, key, { state: "stopped", paused_from: "sending", why });
    publishCampaign(unit, campaign, campaign.id);
  });
}

const unregisteredWhy = "carriers blocked its texts because the number isn't registered";

/** Pauses a campaign whose texts carriers refuse as unregistered. */
export async function pauseAsUnregistered(
  { within, log }: Pick<ThreadServer, "within" | "log">,
  { dealer_id, campaign_id }: CampaignKey,
): Promise<void> {
  const key = { dealer_id, campaign_id };
  await within.business({ dealer_id }, "pause a campaign", async (unit) => {
    const campaign = await lockCampaignForWork(unit.db, key);
    if (campaign?.state !== "sending") return;
    log.warn({ ...key }, "carriers refuse a campaign's number as unregistered");
    await updateCampaign(unit.db, key, { state: "paused", paused_from: "sending", why: unregisteredWhy });
    publishCampaign(unit, campaign, campaign.id);
  });
}

/** What a campaign's last texts came to. */
export async function recentResults(db: Db, { dealer_id, campaign_id }: CampaignKey): Promise<RecentResults> {
  const last = sql<RecentResults>`
    select count(*)::int as handed, count(*) filter (where error_code = '30007')::int as filtered,
      count(*) filter (where state = 'failed')::int as failed,
      count(*) filter (where unsubscribed_at is not null)::int as stopped
    from (
      select error_code, state, unsubscribed_at from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and handed_at is not null
      order by handed_at desc limit ${brakeSample}
    ) as last`;
  const { rows } = await inIndexOrder(db, () => last.execute(db));
  return rows[0] ?? { handed: 0, filtered: 0, failed: 0, stopped: 0 };
}

/** Makes sure that the location's number has its row. */
export async function addSender(db: Db, { dealer_id, location_id }: LocationKey, drained_at: Date): Promise<void> {
  await db
    .insertInto("campaign_senders")
    .values({ dealer_id, location_id, drained_at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Locks the location's number for one claim; undefined while another process claims for it. */
async function lockSender(db: Db, { dealer_id, location_id }: LocationKey) {
  return (
    db
      .selectFrom("campaign_senders")
      .where("dealer_id", "=", dealer_id)
      .where("location_id", "=", location_id)
      // `-infinity`, which isn't a date in JavaScript, means that nothing blocks it.
      .select(["drained_at", sql<Date | null>`nullif(blocked_until, '-infinity')`.as("blocked_until")])
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
  );
}

async function updateSender(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  change: { readonly drained_at: Date },
): Promise<void> {
  await db
    .updateTable("campaign_senders")
    .set(change)
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .execute();
}

/** Rests the location's number, unless it rests for longer already. */
async function restSender(db: Db, { dealer_id, location_id }: LocationKey, until: Date): Promise<void> {
  await db
    .updateTable("campaign_senders")
    .set({ blocked_until: sql<Date>`greatest(blocked_until, ${until})` })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .execute();
}
