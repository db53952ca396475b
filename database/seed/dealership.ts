import type { Unit } from "#core/server/unit.ts";
import { addAppointments } from "./appointments.ts";
import { type Conversation, planConversations } from "./conversations.ts";
import { addCustomers, type DatedCustomer, makeCustomers, type SampleCustomer } from "./customers.ts";
import { openMinutesBefore } from "./openHours.ts";
import { type Random, randomFrom } from "./random.ts";
import { addHouse } from "./staff.ts";
import { addConversations } from "./storedConversations.ts";
import { addTags } from "./tags.ts";

/**
 * Seeds the sample dealership unless it exists: the same people and conversations on every machine, with times relative to
 * `now`.
 *
 * @returns true when it was seeded.
 */
export async function seedDealership(unit: Unit, password: string, now: Date): Promise<boolean> {
  const existing = unit.db.selectFrom("logins").where("email", "=", "owner@demo.rooftop.test").select("email");
  if (await existing.executeTakeFirst()) return false;
  const random = randomFrom(20_240_607);
  const dealership = await addHouse(unit, password);
  const customers = makeCustomers(random);
  const conversations = planConversations(random, dealership.rooftops, customers, now);
  const conversationsByPhone = new Map(
    conversations.map((conversation) => [conversation.customer.phone, conversation]),
  );
  const dated = customers.flatMap((locationCustomers, index) =>
    locationCustomers.map((customer) => {
      const conversation = conversationsByPhone.get(customer.phone);
      const zone = dealership.rooftops[index]?.zone ?? "UTC";
      return conversation ? datedByConversation(conversation, random) : datedRandomly(customer, zone, now, random);
    }),
  );
  const ids = await addCustomers(unit, dealership, dated);
  await addConversations(unit, dealership, conversations, ids);
  await addTags(unit, dealership, conversations, ids);
  const others = customers.map((locationCustomers) =>
    locationCustomers.filter(({ phone }) => !conversationsByPhone.has(phone)),
  );
  await addAppointments(unit, dealership, { conversations, others, ids, now, random });
  return true;
}

/** Created some time before the first text, or with it for a nameless customer. */
function datedByConversation({ customer, messages, rooftop: location }: Conversation, random: Random): DatedCustomer {
  const [first] = messages;
  if (!first) throw new Error("A conversation without messages");
  const created_at = customer.first_name
    ? openMinutesBefore(first.at, random.between(3, 5_000), location.zone)
    : first.at;
  const messages_received = messages.filter(({ from }) => from === "customer").length;
  return { ...customer, created_at, messages_received, messages_sent: messages.length - messages_received };
}

/** Created some time in the last year, before any of the customer's appointments. */
function datedRandomly(customer: SampleCustomer, zone: string, now: Date, random: Random): DatedCustomer {
  const created_at = openMinutesBefore(now, random.between(26_000, 220_000), zone);
  return { ...customer, created_at, messages_received: 0, messages_sent: 0 };
}
