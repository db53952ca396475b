import { createHash } from "node:crypto";
import type { LocationKey } from "#core/people.ts";
import { mailReference } from "#core/server/signedLink.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { mayMarket } from "#domains/marketing/gate/rules.ts";
import { addressIds } from "#domains/marketing/mailConsent/server/public.ts";
import { senderOf } from "#domains/marketing/sender/server/public.ts";
import { currentStop } from "#domains/marketing/stop/server/public.ts";
import { takeUpTo } from "#domains/quotas/server/public.ts";
import { composeMail } from "#domains/templates/email/server/public.ts";
import type { OutgoingMail } from "#ports/email/email.ts";
import {
  type AudiencePerson,
  companyValues,
  customersByIds,
  type MailFacts,
  mailboxOf,
  readMailFacts,
  valuesFor,
} from "../../audience/server/public.ts";
import {
  type DueRecipient,
  insertBodies,
  intendRows,
  lockDue,
  postponeRows,
  sendingCampaigns,
  skipRows,
  takeInTurn,
} from "../../ledger/server/public.ts";
import { type MailPattern, mailLinks, mailPattern } from "../../mailContent/server/public.ts";
import type { RecipientKey } from "../../rules.ts";
import { updateCampaign } from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";
import { insertLinks } from "./mailLedgerStore.ts";

/** At most so many mails are taken at once. */
const maxBatch = 500;
/** So many are with the mail server at the same time; when this process dies, nobody knows of so many. */
export const mailRoundSize = 25;
export const parallelRounds = 2;
/** Milliseconds beyond the mail server's timeout before an answer counts as lost. */
const graceMs = 3_000;
/** Milliseconds for which a mail may wait for one of the few connections to the mail server. */
export const mailLeavesWithin = 60_000;

/** Milliseconds after which the attempts of a round are over. */
export const mailLeaseMs = ({ answersWithin }: Pick<ThreadServer["ports"]["email"], "answersWithin">) =>
  mailLeavesWithin + answersWithin + graceMs;
/** Milliseconds after which a business that has sent its mails of today is looked at again. */
const quotaPauseMs = 15 * 60_000;

const noAddress = "this location has no mailing address, which the law requires below every marketing email";

type MailingCampaign = Awaited<ReturnType<typeof sendingCampaigns>>[number];
type CampaignSender = NonNullable<Awaited<ReturnType<typeof senderOf>>>;

/** One mail of a claimed batch. */
export interface ClaimedMail {
  readonly key: RecipientKey;
  readonly mail: OutgoingMail;
  /** Servers have put it off since then; null: none has. */
  readonly delayed_since: Date | null;
}

/**
 * Takes the next mails of a location from all its campaigns in turn. Whoever must not get one leaves here. The rest is
 * committed as intended before the mail server hears of it.
 */
export async function claimMails(server: ThreadServer, location: LocationKey): Promise<ClaimedMail[]> {
  return server.within.business(location, "claim campaign emails", async (unit) => {
    const { db } = unit;
    const campaigns = await sendingCampaigns(db, location, "email");
    if (campaigns.length === 0 || (await currentStop(db))) return [];
    const sender = await senderOf(db, location.dealer_id, location.location_id);
    if (!sender || sender.postal_address === "") {
      await pauseAll(unit, location, campaigns);
      return [];
    }
    const due = await takeInTurn(unit, location, campaigns, maxBatch, lockDue);
    const ready = await passGate(unit, location, campaigns, due);
    return writeMails(server, unit, location, campaigns, ready, sender);
  });
}

async function pauseAll(unit: UnitOfWork, location: LocationKey, campaigns: readonly MailingCampaign[]) {
  for (const { campaign_id } of campaigns) {
    const key = { dealer_id: location.dealer_id, campaign_id };
    await updateCampaign(unit.db, key, { state: "paused", paused_from: "sending", why: noAddress });
    publishCampaign(unit, location, campaign_id);
  }
}

interface ReadyMail {
  readonly row: DueRecipient;
  readonly person: AudiencePerson;
}

/** Asks the gate about each, and takes those who pass from the business's quota of today. */
async function passGate(
  unit: UnitOfWork,
  location: LocationKey,
  campaigns: readonly MailingCampaign[],
  due: readonly DueRecipient[],
): Promise<ReadyMail[]> {
  const { db, now } = unit;
  const { dealer_id } = location;
  const ready: ReadyMail[] = [];
  const skipped: Parameters<typeof skipRows>[2][number][] = [];
  const later: Parameters<typeof postponeRows>[2][number][] = [];
  // Somebody may be due in two campaigns at once: whom one of them takes counts for the others.
  const taken = new Set<string>();
  for (const campaign of campaigns) {
    const rows = due.filter(({ campaign_id }) => campaign_id === campaign.campaign_id);
    const ids = rows.map(({ customer_id }) => customer_id);
    const people = new Map((await customersByIds(db, location, ids)).map((person) => [person.id, person]));
    const query = { dealer_id, ...campaign, skip_unanswered: campaign.skip_unanswered === 1, now: now() };
    const facts = await readMailFacts(db, query, [...people.values()]);
    for (const row of rows) {
      const person = people.get(row.customer_id);
      const isTaken = campaign.exclude_days > 0 && taken.has(row.address);
      const decision = decide(row, person, facts.get(row.customer_id), isTaken, now());
      if (decision.kind === "skip") skipped.push({ ...row, reason: decision.reason });
      else if (decision.kind === "wait") later.push({ ...row, due_at: decision.until });
      else if (person) {
        taken.add(row.address);
        ready.push({ row, person });
      }
    }
  }
  const granted = await takeUpTo(unit, dealer_id, "mails", ready.length);
  const retryAt = new Date(now().getTime() + quotaPauseMs);
  later.push(...ready.slice(granted).map(({ row }) => ({ ...row, due_at: retryAt })));
  await skipRows(db, dealer_id, skipped);
  await postponeRows(db, dealer_id, later);
  return ready.slice(0, granted);
}

function decide(
  row: DueRecipient,
  person: AudiencePerson | undefined,
  facts: MailFacts | undefined,
  isTaken: boolean,
  now: Date,
) {
  // Merged into another customer, or with another address since: that mailbox isn't this campaign's.
  if (!person || !facts || mailboxOf(person) !== row.address) return { kind: "skip", reason: "removed" } as const;
  const times = { dueAt: row.due_at, now };
  const isRecent = facts.isRecent || isTaken;
  return mayMarket({ channel: "email", ...facts, isRecent, isDuplicate: false, isCancelled: false, ...times }, []);
}

/** Fills the mails in and commits them as intended. */
async function writeMails(
  server: ThreadServer,
  unit: UnitOfWork,
  location: LocationKey,
  campaigns: readonly MailingCampaign[],
  ready: readonly ReadyMail[],
  sender: CampaignSender,
): Promise<ClaimedMail[]> {
  const { db, now } = unit;
  const { dealer_id } = location;
  if (ready.length === 0) return [];
  const patterns = new Map<number, MailPattern>();
  for (const campaign of campaigns) {
    if (!ready.some(({ row }) => row.campaign_id === campaign.campaign_id)) continue;
    patterns.set(campaign.campaign_id, await patternOf(unit, dealer_id, campaign, sender));
  }
  const company = await companyValues(db, location);
  const addresses = ready.map(({ row }) => row.address);
  const ids = await addressIds(db, dealer_id, addresses, now());
  const written = ready.flatMap(({ row, person }) => {
    const pattern = patterns.get(row.campaign_id);
    const address_id = ids.get(row.address);
    if (!pattern || address_id === undefined) return [];
    const key = { dealer_id, campaign_id: row.campaign_id, n: row.n, attempt: row.attempt + 1 };
    const links = mailLinks(server, key, address_id);
    const filled = pattern(valuesFor(person, company), links);
    const mail: OutgoingMail = {
      ...filled,
      to: row.address,
      fromName: sender.from_name,
      ...(sender.reply_to && { replyTo: sender.reply_to }),
      reference: mailReference(server.secret, dealer_id, address_id, key.campaign_id, key.n, key.attempt),
      stream: "marketing",
      // By campaign, business and kind, the form in which Gmail tells senders where complaints come from.
      headers: { "Feedback-ID": `${key.campaign_id}:${dealer_id}:campaign:rooftop` },
      list: { unsubscribeUrl: links.unsubscribe, id: `${dealer_id}.mail` },
    };
    return [{ key, mail, delayed_since: row.delayed_since }];
  });
  const subjects = written.map(({ key, mail }) => {
    const hash = createHash("sha256").update(mail.subject).digest("base64url").slice(0, 22);
    return { ...key, hash, segments: 0, body: mail.subject };
  });
  const distinct = new Map(subjects.map((row) => [`${row.campaign_id} ${row.hash}`, row]));
  await insertBodies(
    db,
    dealer_id,
    [...distinct.values()].map(({ campaign_id, hash, body }) => ({ campaign_id, hash, body })),
  );
  const rounds = Math.ceil(written.length / mailRoundSize / parallelRounds);
  const lease_until = new Date(now().getTime() + rounds * mailLeaseMs(server.ports.email));
  await intendRows(db, dealer_id, subjects, { from_number: server.ports.email.address, at: null, lease_until });
  return written;
}

/** A campaign's mail, composed once for all its people. Its links are kept before anybody can follow one. */
async function patternOf(
  { db }: UnitOfWork,
  dealer_id: number,
  { campaign_id, body, subject, preheader }: MailingCampaign,
  { business_name, postal_address }: CampaignSender,
): Promise<MailPattern> {
  const composed = composeMail({ body, subject, preheader, business: business_name, postalAddress: postal_address });
  await insertLinks(db, { dealer_id, campaign_id }, composed.links);
  return mailPattern({ ...composed, subject });
}
