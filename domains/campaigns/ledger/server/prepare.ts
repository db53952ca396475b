import type { ThreadServer } from "#core/server/threadWork.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { Within } from "#core/server/within.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { recordCampaignAttestations } from "#domains/customers/server/public.ts";
import { quietHours } from "#domains/marketing/hours/server/public.ts";
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
import {
  audienceChoice,
  type CampaignKey,
  type CampaignRow,
  campaignAttestations,
  campaignsInState,
  lockCampaignForWork,
  scheduleOf,
  updateCampaign,
} from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";
import { insertRecipients, knownAddresses, type NewRecipient, preparedUpTo } from "./ledgerStore.ts";
import { addSender } from "./senderStore.ts";

const blockSize = 1_000;
const nobody = "nobody is in its lists. Add people, then resume";

/** Writes the audiences of all campaigns that have started, those that a dead process was preparing included. */
export async function prepareCampaigns({ within }: ThreadServer): Promise<void> {
  const preparing = await within.platform("campaigns to prepare", ({ db }) => campaignsInState(db, "preparing"));
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
