import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { isSampleRemoved } from "#domains/admin/clients/server/public.ts";
import { addConversations } from "./addConversations.ts";
import { addAppointments } from "./appointments.ts";
import { businessMinutesBefore } from "./businessHours.ts";
import { addCalls, planCalls } from "./calls.ts";
import { addCampaigns, addOutcomes, addToConversations } from "./campaigns.ts";
import { addOptIns, addOptOuts, isOptedIn } from "./consent.ts";
import { addCustomers, createSampleCustomers, type DatedCustomer, type SampleCustomer } from "./customers.ts";
import { countMessages, planFollowUps } from "./followUps.ts";
import { addHostedDays } from "./hostedDays.ts";
import { addLeadGoals, addLeadRules } from "./leadRules.ts";
import { addLeads } from "./leads.ts";
import { addLists } from "./lists.ts";
import { type PlannedConversation, planConversations } from "./planConversations.ts";
import { type Random, randomFrom } from "./random.ts";
import { addReviews } from "./reviews.ts";
import { onlyGotText } from "./sentCampaign.ts";
import { addDealership } from "./staff.ts";
import { addTags } from "./tags.ts";
import { addTasks } from "./tasks.ts";
import { addTextTemplates } from "./textTemplates.ts";

/**
 * Seeds the sample dealership unless it exists or was removed: the same people and conversations on every machine, with times relative to
 * `now`.
 *
 * @returns true when it was seeded.
 */
export async function seedDealership(unit: UnitOfWork, password: string, now: Date): Promise<boolean> {
  if (await isSampleKnown(unit)) return false;
  const random = randomFrom(20_240_607);
  const dealership = await addDealership(unit, password);
  const customers = createSampleCustomers(random);
  const conversations = planConversations(random, dealership.locations, customers, now);
  const conversationsByPhone = new Map(
    conversations.map((conversation) => [conversation.customer.phone, conversation]),
  );
  const everyone = customers.flat();
  const dated = customers.flatMap((locationCustomers, index) =>
    locationCustomers.map((customer) => {
      const conversation = conversationsByPhone.get(customer.phone);
      const zone = dealership.locations[index]?.zone ?? "UTC";
      return conversation
        ? datedByConversation(conversation, random, now, isOptedIn(everyone.indexOf(customer)))
        : datedRandomly(customer, zone, now, random);
    }),
  );
  const ids = await addCustomers(unit, dealership, dated);
  // Before the conversations, in which one of them opts out.
  await addOptIns(unit, dealership, dated);
  await addLists(unit, dealership, customers, ids, now);
  const templates = await addTextTemplates(unit, dealership, now);
  const ofFirst = dated.filter(({ locationIndex }) => locationIndex === 0);
  const sources = { templates, customers: ofFirst, conversations, ids, now };
  const sent = await addCampaigns(unit, dealership, sources);
  // The campaign's texts stand first in the conversations of those who got them.
  const texted = new Set(sent.rows.map(({ row }) => row.customer_id));
  const callers = conversations.filter(({ customer }) => !texted.has(ids.get(customer.phone) ?? 0));
  const calls = planCalls(dealership, callers, now);
  const callMessages = await addConversations(unit, dealership, conversations, ids, calls, (chatIds) =>
    addToConversations(unit, dealership, sent, chatIds),
  );
  await addTags(unit, dealership, conversations, ids);
  const others = customers.map((locationCustomers) =>
    locationCustomers.filter(({ phone }) => !conversationsByPhone.has(phone)),
  );
  await addTasks(unit, dealership, customers, ids, now);
  await addOptOuts(unit, dealership, others, now);
  await addAppointments(unit, dealership, { conversations, others, ids, now, random });
  const [ofTheFirst = [], ...elsewhere] = others;
  const visitors = ofTheFirst.filter((person) => !onlyGotText(customers[0]?.indexOf(person) ?? 0));
  const visiting = [visitors, ...elsewhere];
  await addHostedDays(unit, dealership, { visitors: visiting, ids, now });
  const followUps = await planFollowUps(unit, dealership, { customers: visiting, ids, now });
  await addConversations(unit, dealership, followUps, ids, [], async () => undefined);
  await addTags(unit, dealership, followUps, ids);
  await countMessages(unit, dealership, followUps, ids);
  await addOutcomes(unit, dealership, now);
  await addCalls(unit, dealership, calls, ids, callMessages, now);
  await addReviews(unit, dealership, dated, ids, now);
  await addLeads(unit, dealership, dated, ids, now);
  await addLeadRules(unit, dealership);
  await addLeadGoals(unit, dealership, now);
  return true;
}

/** Whether it exists, or the operator removed it. */
async function isSampleKnown({ db }: UnitOfWork): Promise<boolean> {
  const existing = db.selectFrom("logins").where("email", "=", "owner@demo.rooftop.test").select("dealer_id");
  return (await existing.executeTakeFirst()) !== undefined || (await isSampleRemoved(db));
}

const dayMs = 24 * 3_600_000;
const leadDays = 6;

/** Created some time before the first text, or with it for a nameless customer. */
function datedByConversation(
  { customer, messages, location }: PlannedConversation,
  random: Random,
  now: Date,
  isKnown: boolean,
): DatedCustomer {
  const [first] = messages;
  if (!first) throw new Error("A conversation without messages");
  const addedBefore = customer.first_name
    ? businessMinutesBefore(first.at, random.between(3, 5_000), location.zone)
    : first.at;
  // Customers who signed at the dealership were known before they wrote.
  const isOwnLead = !isKnown && first.from === "customer" && now.getTime() - first.at.getTime() < leadDays * dayMs;
  const created_at = isOwnLead ? first.at : addedBefore;
  const messages_received = messages.filter(({ from }) => from === "customer").length;
  return { ...customer, created_at, isOwnLead, messages_received, messages_sent: messages.length - messages_received };
}

/** Created some time in the last year, before any of the customer's appointments. */
function datedRandomly(customer: SampleCustomer, zone: string, now: Date, random: Random): DatedCustomer {
  const created_at = businessMinutesBefore(now, random.between(26_000, 220_000), zone);
  return { ...customer, created_at, messages_received: 0, messages_sent: 0 };
}
