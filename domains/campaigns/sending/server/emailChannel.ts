import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { inIndexOrder } from "#core/server/inIndexOrder.ts";
import { mailReference } from "#core/server/signedLink.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { legalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import { addressIds, suppressedAddresses } from "#domains/marketing/consent/server/public.ts";
import { receiveMailEvent } from "#domains/marketing/delivery/server/public.ts";
import { mayMarket } from "#domains/marketing/rules/rules.ts";
import type { MailLegalLinks } from "#domains/marketing/sender/rules.ts";
import { senderOf } from "#domains/marketing/sender/server/public.ts";
import { composeMail } from "#domains/templates/email/server/public.ts";
import type { MailResult, OutgoingMail } from "#ports/email/email.ts";
import {
  companyValues,
  type MailPattern,
  mailboxOf,
  mailLinks,
  mailPattern,
  readMailFacts,
  valuesFor,
} from "../../audience/server/public.ts";
import {
  emailAutoPauseReason,
  mailBrakeSample,
  nextMailTry,
  type RecentMails,
  unknownEmailText,
} from "../../email/rules.ts";
import type { RecipientKey } from "../../rules.ts";
import { type CampaignKey, lockCampaignForWork, updateCampaign } from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";
import type {
  AnswerMeaning,
  CampaignMessage,
  ChannelClaim,
  HandOverAnswer,
  ReadyRecipient,
  RenderedMessage,
  SendingChannel,
} from "./channel.ts";
import type { SendingCampaign } from "./ledgerStore.ts";

type CampaignSender = NonNullable<Awaited<ReturnType<typeof senderOf>>>;

/** Emails: as fast as the mail server takes them. No server can be asked about a lost answer, so such an email is over. */
export const emailChannel: SendingChannel<OutgoingMail, MailResult> = {
  kind: "email",
  quota: "mails",
  /** Small: nobody can look up what a process that crashes had begun. */
  batchSize: 25,
  parallelSends: 25,
  parallelLocations: 1,
  /** An email may wait that long for one of the few connections to the mail server. */
  leavesWithin: 60_000,
  answersWithin: ({ email }) => email.answersWithin,
  reasons: {
    claim: "claim campaign emails",
    begin: "hand campaign emails over",
    save: "answers to campaign emails",
  },
  openClaim: openEmailClaim,
  suppressed: suppressedAddresses,
  send: ({ email }, mail, leaveBy) => email.send(mail, leaveBy),
  meaningOf,
  canLookUp: false,
  followUp,
  pauseReason: async (db, key) => emailAutoPauseReason(await recentMails(db, key)),
};

/** The most emails of one claim. */
const maxClaim = 500;
const noAddress = "this location has no mailing address, which the law requires below every marketing email";

async function openEmailClaim(
  server: ThreadServer,
  unit: UnitOfWork,
  location: LocationKey,
  campaigns: readonly SendingCampaign[],
): Promise<ChannelClaim<OutgoingMail> | undefined> {
  const sender = await senderOf(unit.db, location.dealer_id, location.location_id);
  if (!sender || sender.postal_address === "") {
    for (const { campaign_id } of campaigns) {
      const key = { dealer_id: location.dealer_id, campaign_id };
      await updateCampaign(unit.db, key, { state: "paused", paused_from: "sending", why: noAddress });
      publishCampaign(unit, location, campaign_id);
    }
    return undefined;
  }
  return {
    limit: maxClaim,
    from: server.ports.email.address,
    gate: emailGate(unit, location),
    render: (ready) => renderEmails(server, unit, location, campaigns, ready, sender),
  };
}

function emailGate({ db, now }: UnitOfWork, { dealer_id }: LocationKey): ChannelClaim<OutgoingMail>["gate"] {
  return async (campaign, people) => {
    const query = { dealer_id, ...campaign, skip_unanswered: campaign.skip_unanswered === 1, now: now() };
    const facts = await readMailFacts(db, query, people);
    return (row, person, isTaken) => {
      const own = facts.get(row.customer_id);
      // Merged into another customer, or with another address since: that mailbox isn't this campaign's.
      if (!own || mailboxOf(person) !== row.address) return { kind: "skip", reason: "removed" };
      const isRecent = own.isRecent || (isTaken && campaign.exclude_days > 0);
      const times = { dueAt: row.due_at, now: now() };
      return mayMarket({ channel: "email", ...own, isRecent, isDuplicate: false, isCancelled: false, ...times }, []);
    };
  };
}

async function renderEmails(
  server: ThreadServer,
  { db, now }: UnitOfWork,
  location: LocationKey,
  campaigns: readonly SendingCampaign[],
  ready: readonly ReadyRecipient[],
  sender: CampaignSender,
): Promise<RenderedMessage<OutgoingMail>[]> {
  const { dealer_id } = location;
  const patterns = new Map<number, MailPattern>();
  const legal = await legalAddresses(db, dealer_id, server.publicUrl);
  for (const campaign of campaigns) {
    if (!ready.some(({ row }) => row.campaign_id === campaign.campaign_id)) continue;
    patterns.set(campaign.campaign_id, await patternOf(db, dealer_id, campaign, { ...sender, legal }));
  }
  const company = await companyValues(db, location);
  const addresses = ready.map(({ row }) => row.address);
  const ids = await addressIds(db, dealer_id, addresses, now());
  return ready.flatMap(({ row, person }) => {
    const pattern = patterns.get(row.campaign_id);
    const address_id = ids.get(row.address);
    if (!pattern || address_id === undefined) return [];
    const key = { dealer_id, campaign_id: row.campaign_id, n: row.n, attempt: row.attempt + 1 };
    const links = mailLinks(server, key, address_id);
    const filled = pattern(valuesFor(person, company), links);
    const outgoing: OutgoingMail = {
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
    const { address, delayed_since } = row;
    return [{ key, address, outgoing, words: outgoing.subject, segments: 0, delayed_since }];
  });
}

/** A campaign's email, composed once for all its people. Its links are kept before anybody can follow one. */
async function patternOf(
  db: Db,
  dealer_id: number,
  { campaign_id, body, subject, preheader }: SendingCampaign,
  { business_name, postal_address, legal }: CampaignSender & { readonly legal: MailLegalLinks },
): Promise<MailPattern> {
  const sender = { business: business_name, postalAddress: postal_address, legal };
  const composed = composeMail({ body, subject, preheader, ...sender });
  await insertLinks(db, { dealer_id, campaign_id }, composed.links);
  return mailPattern({ ...composed, subject });
}

/** Keeps the addresses that a campaign's email leads to, each under its place in the email. */
async function insertLinks(db: Db, { dealer_id, campaign_id }: CampaignKey, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return;
  const rows = urls.map((url, index) => ({ dealer_id, campaign_id, n: index + 1, url }));
  await db
    .insertInto("campaign_links")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const givenUpText = "Mail servers put this email off for a whole day, so we stopped trying.";

function meaningOf({ message, result }: HandOverAnswer<OutgoingMail, MailResult>, now: Date): AnswerMeaning {
  const done = { kind: "done", sid: null, error_code: "", error: "" } as const;
  if (result.kind === "accepted") return { ...done, state: "accepted", sid: result.id };
  if (result.kind === "lost") return { ...done, state: "unknown", error: unknownEmailText };
  if (result.kind === "refused") {
    const error_code = result.bounce ?? "refused";
    return { ...done, state: "failed", error_code, error: result.words, bounce: result.bounce ?? "" };
  }
  const due_at = nextTry(message, result.retryAfter, now);
  if (due_at) return { kind: "later", due_at, isDelay: true };
  return { ...done, state: "failed", error_code: "delayed", error: givenUpText };
}

/** A server that takes nothing says for how long; an email that is put off waits longer each time. */
function nextTry(
  { delayed_since }: Pick<CampaignMessage<OutgoingMail>, "delayed_since">,
  retryAfter: number | undefined,
  now: Date,
): Date | undefined {
  const next = nextMailTry(delayed_since ?? now, now);
  return next && retryAfter !== undefined ? new Date(now.getTime() + 1000 * retryAfter) : next;
}

/** Nobody has the address, or nobody wants the campaign. */
async function followUp(
  server: ThreadServer,
  _dealer_id: number,
  answers: readonly HandOverAnswer<OutgoingMail, MailResult>[],
): Promise<boolean> {
  for (const { message, result } of answers) {
    if (result.kind !== "refused" || !result.bounce) continue;
    const { reference } = message.outgoing;
    const { bounce, words } = result;
    const event = { event_id: `send:${reference}`, references: [reference] };
    await receiveMailEvent(server, { kind: "bounced", bounce, words, ...event });
    if (bounce === "policy") await pauseForPolicy(server, message.key, words);
  }
  return !answers.some(({ result }) => result.kind === "busy" && result.retryAfter !== undefined);
}

/** The next emails would fare the same. What the server says of us says nothing about the person. */
async function pauseForPolicy({ within, log }: ThreadServer, key: RecipientKey, words: string): Promise<void> {
  await within.business({ dealer_id: key.dealer_id }, "pause a campaign", async (unit) => {
    const campaign = await lockCampaignForWork(unit.db, key);
    if (campaign?.state !== "sending") return;
    log.warn({ ...key, words }, "a mail server refuses a campaign");
    const why = `a mail server refused it: ${words.slice(0, 300)}`;
    await updateCampaign(unit.db, key, { state: "paused", paused_from: "sending", why });
    publishCampaign(unit, campaign, campaign.id);
  });
}

/** What a campaign's last emails came to. */
export async function recentMails(db: Db, { dealer_id, campaign_id }: CampaignKey): Promise<RecentMails> {
  const last = sql<RecentMails>`
    select count(*)::int as handed, count(complained_at)::int as complained,
      (count(*) filter (where bounce = 'hard'))::int as bounced,
      (count(*) filter (where state = 'failed' and bounce <> 'hard'))::int as failed
    from (
      select complained_at, bounce, state from campaign_recipients
      where dealer_id = ${dealer_id} and campaign_id = ${campaign_id} and handed_at is not null
      order by handed_at desc limit ${mailBrakeSample}
    ) as last`;
  const { rows } = await inIndexOrder(db, () => last.execute(db));
  return rows[0] ?? { handed: 0, complained: 0, bounced: 0, failed: 0 };
}
