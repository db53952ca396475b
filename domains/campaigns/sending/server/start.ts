import { sql } from "kysely";
import type { NextRun } from "#core/server/intervalJobs.ts";
import type { Server } from "#core/server/serve.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { Within } from "#core/server/within.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { recordCampaignAttestations } from "#domains/customers/server/public.ts";
import { heldNumberText, maySendMarketing } from "#domains/locations/registration/rules.ts";
import { senderRegistration } from "#domains/locations/server/public.ts";
import { quietHours } from "#domains/marketing/rules/server/public.ts";
import {
  type AudiencePerson,
  mailboxOf,
  nextOfAudience,
  type Plan,
  planFor,
  planMail,
  readFacts,
  readMailFacts,
} from "../../audience/server/public.ts";
import { latenessMs } from "../../rules.ts";
import {
  audienceChoice,
  type CampaignChange,
  type CampaignKey,
  type CampaignRow,
  campaignAttestations,
  campaignLists,
  campaignsInState,
  lockCampaignForWork,
  scheduleOf,
  updateCampaign,
} from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";
import { insertRecipients, knownAddresses, type NewRecipient, preparedUpTo } from "./ledgerStore.ts";
import { releaseHeld } from "./numberGate.ts";
import { addSender } from "./textChannel.ts";

const blockSize = 1_000;
const nobody = "nobody is in its lists. Add people, then resume";

/** Starts campaigns whose time has come, and has the audiences written of those that have none yet. */
export async function startDue(server: Server): Promise<NextRun> {
  const { within } = server;
  await releaseHeld(server);
  const waiting = (await within.eachCell("campaigns to start", ({ db }) => campaignsInState(db, "waiting"))).flat();
  for (const key of waiting) {
    await within.business({ dealer_id: key.dealer_id }, "start a campaign", (unit) => startCampaign(unit, key));
  }
  const preparing = (
    await within.eachCell("campaigns to prepare", ({ db }) => campaignsInState(db, "preparing"))
  ).flat();
  if (preparing.length > 0) await server.apart(server, new URL(import.meta.url), prepareCampaigns);
  const next = (await within.eachCell("the next campaign", ({ db, now }) => nextStart(db, now()))).filter(
    (start) => start !== null,
  );
  return next.length > 0 ? new Date(Math.min(...next.map(Number))) : "at rest";
}

/**
 * When the next campaign starts. A time in the past is that of a campaign that still waits for its list. Those that wait
 * for their number are announced, and looked at hourly in case that was lost.
 */
async function nextStart(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`select least(
      (select min(starts_at) from campaigns where state = 'waiting' and number_held_at is null),
      (select ${new Date(now.getTime() + 3_600_000)}::timestamptz from campaigns
        where number_held_at is not null and state in ('waiting', 'preparing', 'sending') limit 1)) as next`.execute(
    db,
  );
  return rows[0]?.next ?? null;
}

const waitingForList = "Waiting for its list";
const listsDeleted = "its lists were deleted";
const importFailed = "the import into its list didn't finish. Import it again, then resume";

async function startCampaign(unit: UnitOfWork, key: CampaignKey): Promise<void> {
  const { db, now } = unit;
  const campaign = await lockCampaignForWork(db, key);
  if (campaign?.state !== "waiting" || !campaign.starts_at || campaign.starts_at > now()) return;
  const change = async (changed: CampaignChange) => {
    await updateCampaign(db, key, changed);
    const number_held_at = changed.number_held_at ?? campaign.number_held_at;
    publishCampaign(unit, { ...campaign, number_held_at }, campaign.id);
  };
  const pause = (why: string) => change({ state: "paused", paused_from: "waiting", why });
  const lists = await campaignLists(db, key);
  if (lists.some(({ isReady, isDeleted }) => !isReady && !isDeleted)) {
    if (campaign.why !== waitingForList) await change({ why: waitingForList });
    return;
  }
  const { dealer_id, location_id } = campaign;
  const registration = campaign.channel === "sms" ? await senderRegistration(db, dealer_id, location_id) : undefined;
  if (registration && !maySendMarketing(registration)) {
    if (!campaign.number_held_at) await change({ why: heldNumberText, number_held_at: now() });
    return;
  }
  // What an outage or a restored backup held back goes out only when someone resumes it. Waiting for a list isn't late.
  const isLate = now().getTime() - campaign.starts_at.getTime() > latenessMs;
  if (isLate && !campaign.late_is_fine && campaign.why !== waitingForList) {
    return pause("It was due more than two hours ago. Resume it if it should still go out");
  }
  // Without that import, the people it was written for would be missing.
  const list_ids = lists.map(({ id }) => id);
  if (campaign.why === waitingForList && (await hasFailedImport(db, key.dealer_id, list_ids)))
    return pause(importFailed);
  if (campaign.recipient_type === "list" && lists.every(({ isDeleted }) => isDeleted)) return pause(listsDeleted);
  await change({ state: "preparing", why: "", number_held_at: null });
}

/** Whether the newest import into one of the lists failed or was undone. */
async function hasFailedImport(db: Db, dealer_id: number, list_ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`select distinct on (list_id) state from uploads
    where dealer_id = ${dealer_id} and list_id = any(${[...list_ids]}::bigint[]) and state not in ('preview', 'discarded')
    order by list_id, id desc`.execute(db);
  return rows.some(({ state }) => state === "failed" || state === "undone");
}

/** Writes the audiences of all campaigns that have started, those that a crashed process was preparing included. */
export async function prepareCampaigns({ within }: ThreadServer): Promise<void> {
  const preparing = (
    await within.eachCell("campaigns to prepare", ({ db }) => campaignsInState(db, "preparing"))
  ).flat();
  for (const key of preparing) await prepare(within, key);
}

/**
 * Writes a row for each person of the audience, block by block, each in a transaction of its own. A process that dies
 * leaves whole blocks, and the next one goes on after them.
 */
async function prepare(within: Within, key: CampaignKey): Promise<void> {
  for (;;) {
    const isDone = await within.business({ dealer_id: key.dealer_id }, "prepare a campaign", (unit) =>
      prepareBlock(unit, key),
    );
    if (isDone) return;
  }
}

/** @returns true when there is nothing left to prepare. */
async function prepareBlock(unit: UnitOfWork, key: CampaignKey): Promise<boolean> {
  const { db } = unit;
  const campaign = await lockCampaignForWork(db, key);
  if (campaign?.state !== "preparing") return true;
  const { dealer_id, location_id } = campaign;
  const location = { dealer_id, location_id };
  const done = await preparedUpTo(db, key);
  const people = await nextOfAudience(db, location, await audienceChoice(db, key), done.customer_id, blockSize);
  if (people.length === 0 && done.n === 0) {
    await updateCampaign(db, key, { state: "paused", paused_from: "preparing", why: nobody });
    return true;
  }
  if (people.length === 0) {
    if (campaign.channel === "sms") await addSender(db, location, unit.now());
    await updateCampaign(db, key, { state: "sending", audience: done.n });
    publishCampaign(unit, location, campaign.id);
    return true;
  }
  const rows = campaign.channel === "sms" ? textRows : mailRows;
  await insertRecipients(db, await rows(unit, campaign, people, done.n));
  return false;
}

async function textRows(
  unit: UnitOfWork,
  campaign: CampaignRow,
  people: readonly AudiencePerson[],
  before: number,
): Promise<NewRecipient[]> {
  const { db } = unit;
  const key = { dealer_id: campaign.dealer_id, campaign_id: campaign.id };
  const attested = await attestConsent(unit, campaign, people);
  const facts = await readFacts(db, factsQuery(unit, campaign), people);
  const phones = people.map(({ phone }) => phone);
  const taken = await knownAddresses(db, key, phones);
  const plan = await planOf(unit, campaign);
  return people.map((person, index) => {
    const n = before + index + 1;
    const isDuplicate = taken.has(person.phone);
    const consent = attested.has(person.phone) ? "attested" : person.consent;
    const planned = planFor(plan, person, { facts: facts.get(person.id), consent, isDuplicate, n });
    if (planned.reason !== "duplicate") taken.add(person.phone);
    return { ...rowOf(unit, campaign, person, n), address: person.phone, ...planned };
  });
}

/** A mailbox gets one mail, however many customers share it. */
async function mailRows(
  unit: UnitOfWork,
  campaign: CampaignRow,
  people: readonly AudiencePerson[],
  before: number,
): Promise<NewRecipient[]> {
  const { db } = unit;
  const key = { dealer_id: campaign.dealer_id, campaign_id: campaign.id };
  const facts = await readMailFacts(db, factsQuery(unit, campaign), people);
  const taken = await knownAddresses(db, key, people.map(mailboxOf));
  const plan = await planOf(unit, campaign);
  return people.map((person, index) => {
    const address = mailboxOf(person);
    const planned = planMail(plan, person, { facts: facts.get(person.id), isDuplicate: taken.has(address) });
    if (planned.reason !== "duplicate" && address !== "") taken.add(address);
    return { ...rowOf(unit, campaign, person, before + index + 1), address, ...planned };
  });
}

function rowOf(
  unit: UnitOfWork,
  { dealer_id, id, location_id, channel }: CampaignRow,
  person: AudiencePerson,
  n: number,
) {
  return { dealer_id, campaign_id: id, n, location_id, channel, customer_id: person.id, created_at: unit.now() };
}

function factsQuery(unit: UnitOfWork, { dealer_id, id, exclude_days, skip_unanswered }: CampaignRow) {
  return { dealer_id, campaign_id: id, exclude_days, skip_unanswered: skip_unanswered === 1, now: unit.now() };
}

async function planOf({ db, now }: UnitOfWork, campaign: CampaignRow): Promise<Plan> {
  const business = await businessAt(db, campaign.dealer_id, campaign.location_id);
  return {
    schedule: scheduleOf(campaign, business?.time_zone ?? "America/New_York"),
    starts_at: campaign.starts_at ?? now(),
    ends_by: campaign.ends_by ?? now(),
    now: now(),
    rules: await quietHours(db),
  };
}

/**
 * Records what the sender confirmed, for those whose consent nobody knew: people who were typed in by hand, and those of
 * an import without consent only when their number was confirmed, too.
 */
async function attestConsent(
  unit: UnitOfWork,
  { dealer_id, id: campaign_id }: CampaignRow,
  people: readonly AudiencePerson[],
): Promise<Set<string>> {
  const attestations = await campaignAttestations(unit.db, { dealer_id, campaign_id });
  const consent = attestations.find(({ kind }) => kind === "consent");
  if (!consent) return new Set();
  const withImported = attestations.some(({ kind }) => kind === "unknown");
  const phones = people
    .filter(
      (person) => person.consent === "unknown" && !person.isRemoved && (withImported || person.upload_id === null),
    )
    .map(({ phone }) => phone);
  const { user_id, words } = consent;
  const unique = new Set(phones);
  await recordCampaignAttestations(unit, { dealer_id, campaign_id, user_id, words }, [...unique]);
  return unique;
}
