import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { companyValues, valuesFor } from "#domains/campaigns/audience/server/public.ts";
import { campaignReference, scheduleTimes } from "#domains/campaigns/rules.ts";
import { stampAppointments, stampUnsubscribed } from "#domains/campaigns/sending/server/public.ts";
import { collectedWords, consentWords } from "#domains/campaigns/text/contract.ts";
import { addCampaignTexts } from "#domains/inbox/server/public.ts";
import { textFor } from "#domains/marketing/sender/rules.ts";
import { wallTime } from "./businessHours.ts";
import type { DatedCustomer } from "./customers.ts";
import type { PlannedConversation } from "./planConversations.ts";
import { campaignStart, ledgerRows, planRecipients, type SentCampaignRow } from "./sentCampaign.ts";
import type { SeededDealership } from "./staff.ts";
import { sampleTemplates, type TemplateIds } from "./textTemplates.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The scheduled campaign goes out so many days from now, at ten. */
const scheduledDays = 6;
const scheduledMinute = 10 * 60;

/** What campaigns are made from. */
export interface CampaignSources {
  readonly templates: readonly TemplateIds[];
  /** The first location's customers by place. */
  readonly customers: readonly DatedCustomer[];
  readonly conversations: readonly PlannedConversation[];
  readonly ids: ReadonlyMap<string, number>;
  readonly now: Date;
}

/** The sent campaign's texts, for the conversations of those who answered. */
export interface SentTexts {
  readonly campaign_id: number;
  readonly rows: readonly SentCampaignRow[];
}

/** Adds the first location's campaigns: one that was sent, one that is scheduled, and a draft. */
export async function addCampaigns(
  unit: UnitOfWork,
  dealership: SeededDealership,
  sources: CampaignSources,
): Promise<SentTexts> {
  await addUnsentCampaigns(unit, dealership, sources);
  return addSentCampaign(unit, dealership, sources);
}

/** The location whose campaigns these are, with who writes them. */
function place({ dealer_id, locations }: SeededDealership) {
  const [location] = locations;
  const user_id = location?.writers[0]?.user_id;
  if (!location || user_id === undefined) throw new Error("The sample has no location with a writer");
  return { location, user_id, dealer_id, location_id: location.location_id };
}

async function addUnsentCampaigns(
  { db }: UnitOfWork,
  dealership: SeededDealership,
  { templates, now }: CampaignSources,
): Promise<void> {
  const { dealer_id, location_id, user_id, location } = place(dealership);
  const of = (name: keyof typeof sampleTemplates) => {
    return { body: sampleTemplates[name].template, template_id: templates[0]?.get(name) ?? null };
  };
  const created = { dealer_id, location_id, created_by: user_id };
  const day = wallTime(now, scheduledDays, "10:00", location.zone);
  const date = new Intl.DateTimeFormat("en-CA", { timeZone: location.zone }).format(day);
  const wall = { date, minutes: scheduledMinute };
  const times = scheduleTimes({ send_option: "later", wall, zone: location.zone }, now);
  const scheduled = {
    ...created,
    ...of("service"),
    ...times,
    title: "Time for service",
    state: "waiting",
    send_option: "later",
    wall_date: date,
    wall_minute: scheduledMinute,
    exclude_days: 7,
    created_at: new Date(now.getTime() - dayMs),
    submitted_at: new Date(now.getTime() - dayMs + 25 * minuteMs),
  };
  const draft = {
    ...created,
    ...of("lease"),
    title: "Lease-end options",
    created_at: new Date(now.getTime() - 3 * dayMs),
  };
  const campaigns = [
    { row: draft, list: "Lease ends this year" },
    { row: scheduled, list: "Service reminders" },
  ];
  for (const { row, list } of campaigns) {
    const added = db.insertInto("campaigns").values(row).returning("id");
    const { id: campaign_id } = await added.executeTakeFirstOrThrow();
    const lists = db.selectFrom("customer_lists").where("dealer_id", "=", dealer_id).where("title", "=", list);
    const { id: list_id } = await lists.where("location_id", "=", location_id).select("id").executeTakeFirstOrThrow();
    await db.insertInto("campaign_lists").values({ dealer_id, campaign_id, list_id }).execute();
    if (row === scheduled) await attest(db, { dealer_id, campaign_id }, user_id, scheduled.submitted_at);
  }
}

async function addSentCampaign(
  { db }: UnitOfWork,
  dealership: SeededDealership,
  { templates, customers, conversations, ids, now }: CampaignSources,
): Promise<SentTexts> {
  const { dealer_id, location_id, user_id, location } = place(dealership);
  const start = campaignStart(now, location.zone);
  const byPhone = new Map(conversations.map((conversation) => [conversation.customer.phone, conversation]));
  const recipients = planRecipients(customers, byPhone, start).map((recipient) => {
    return { ...recipient, customer_id: ids.get(recipient.customer.phone) ?? 0 };
  });
  const created_at = new Date(start.getTime() - 40 * minuteMs);
  const listed = { dealer_id, location_id, title: "Offers by text", created_by: user_id, created_on: created_at };
  const list = db.insertInto("customer_lists").values(listed).returning("id");
  const { id: list_id } = await list.executeTakeFirstOrThrow();
  const members = recipients.map(({ customer_id }) => ({ dealer_id, location_id, list_id, customer_id }));
  await db.insertInto("list_members").values(members).execute();

  const { title, template: body } = sampleTemplates.offers;
  const campaign = {
    dealer_id,
    location_id,
    title,
    body,
    template_id: templates[0]?.get("offers") ?? null,
    state: "sent",
    ...scheduleTimes({ send_option: "now", wall: null, zone: location.zone }, start),
    audience: recipients.length,
    created_by: user_id,
    created_at,
    submitted_at: start,
  };
  const added = db.insertInto("campaigns").values(campaign).returning("id");
  const { id: campaign_id } = await added.executeTakeFirstOrThrow();
  const key = { dealer_id, campaign_id };
  await db
    .insertInto("campaign_lists")
    .values({ ...key, list_id })
    .execute();
  await attest(db, key, user_id, start);
  const attested = recipients.flatMap(({ customer, isAttested }) => (isAttested ? [customer.phone] : []));
  await addAttestedConsent(db, key, user_id, attested, start);

  const company = await companyValues(db, { dealer_id, location_id });
  const textOf = (customer: DatedCustomer) => textFor(body, valuesFor(customer, company));
  const rows = ledgerRows(recipients, { key, location, start, textOf });
  const handed = rows.flatMap(({ handed_at }) => handed_at ?? []);
  const [sent_at, finished_at] = [handed[0] ?? start, new Date((handed.at(-1) ?? start).getTime() + 12_000)];
  await db
    .updateTable("campaigns")
    .set({ sent_at, finished_at })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", campaign_id)
    .execute();
  await db
    .insertInto("campaign_recipients")
    .values(rows.map(({ row }) => row))
    .execute();
  const bodies = new Map(
    rows.flatMap(({ row, body }) => (body && "body_hash" in row ? [[row.body_hash, body] as const] : [])),
  );
  await db
    .insertInto("campaign_bodies")
    .values([...bodies].map(([hash, text]) => ({ ...key, hash, body: text })))
    .execute();
  await db.insertInto("campaign_senders").values({ dealer_id, location_id, drained_at: finished_at }).execute();
  await db.insertInto("simulated_messages").values(phoneSides(rows)).execute();
  return { campaign_id, rows };
}

/** What the campaign's writer confirmed, in the consent of those of whom nobody knew it. */
async function addAttestedConsent(
  db: UnitOfWork["db"],
  key: { readonly dealer_id: number; readonly campaign_id: number },
  user_id: number,
  phones: readonly string[],
  at: Date,
): Promise<void> {
  const event = { ...key, event: "attested", source: "campaign", words: consentWords, user_id, at };
  const rows = phones.map((phone) => ({ ...event, phone }));
  if (rows.length > 0) await db.insertInto("consent_events").values(rows).execute();
}

/** The texts on the simulated carrier's side. */
function phoneSides(rows: readonly SentCampaignRow[]) {
  return rows.flatMap(({ row, body, handed_at }) => {
    if (!body || !handed_at || !("provider_sid" in row)) return [];
    const { provider_sid: sid, from_number, address, state, error_code } = row;
    const envelope = { sid, direction: "to_phone", from: from_number, to: address, body };
    return [{ ...envelope, status: state, error_code, reference: campaignReference(row), at: handed_at }];
  });
}

async function attest(
  db: UnitOfWork["db"],
  key: { readonly dealer_id: number; readonly campaign_id: number },
  user_id: number,
  at: Date,
): Promise<void> {
  const said = { ...key, is_explicit: true, user_id, ip: "127.0.0.1", at };
  const words = { consent: consentWords, collected: collectedWords };
  const rows = Object.entries(words).map(([kind, text]) => ({ ...said, kind, words: text }));
  await db.insertInto("campaign_attestations").values(rows).execute();
}

/** Writes the sent campaign's texts into the conversations of those who answered it, before what they wrote. */
export async function addToConversations(
  unit: UnitOfWork,
  dealership: SeededDealership,
  { campaign_id, rows }: SentTexts,
  chatIds: ReadonlyMap<number, number>,
): Promise<void> {
  const { dealer_id, location_id } = place(dealership);
  const campaign = { campaign_id, campaign_title: sampleTemplates.offers.title, campaign_image: null };
  const answered = rows.flatMap(({ row, body, handed_at }) => {
    const chat_id = chatIds.get(row.customer_id);
    if (chat_id === undefined || !body || !handed_at) return [];
    const text = { chat_id, ...campaign, message: body, phone: null, error: "", datetime: handed_at };
    return [{ n: row.n, text: { ...text, state: "delivered" as const } }];
  });
  const texts = answered.map(({ text }) => text);
  const message_ids = await addCampaignTexts(unit, { dealer_id, location_id }, texts);
  for (const [index, { n }] of answered.entries()) {
    await unit.db
      .updateTable("campaign_recipients")
      .set({ message_id: message_ids[index] ?? null })
      .where("dealer_id", "=", dealer_id)
      .where("campaign_id", "=", campaign_id)
      .where("n", "=", n)
      .execute();
  }
}

/** Counts the opt-outs and appointments that followed the sent campaign, by the product's own rules. */
export async function addOutcomes({ db }: UnitOfWork, dealership: SeededDealership, now: Date): Promise<void> {
  const { dealer_id, location } = place(dealership);
  const since = campaignStart(now, location.zone);
  await stampUnsubscribed(db, dealer_id, since);
  await stampAppointments(db, dealer_id, since);
}
