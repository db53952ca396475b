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
 * Fills the sample dealership when it is not there yet: the same people and talks on every machine, their times counted
 * back and on from `now`.
 *
 * @returns true when it did.
 */
export async function seedDealership(unit: Unit, password: string, now: Date): Promise<boolean> {
  const known = unit.db.selectFrom("logins").where("email", "=", "owner@demo.rooftop.test").select("email");
  if (await known.executeTakeFirst()) return false;
  const random = randomFrom(20_240_607);
  const house = await addHouse(unit, password);
  const customers = makeCustomers(random);
  const conversations = planConversations(random, house.rooftops, customers, now);
  const talking = new Map(conversations.map((conversation) => [conversation.customer.phone, conversation]));
  const dated = customers.flatMap((ofPlace, place) =>
    ofPlace.map((customer) => {
      const conversation = talking.get(customer.phone);
      const zone = house.rooftops[place]?.zone ?? "UTC";
      return conversation ? datedByTalk(conversation, random) : datedByChance(customer, zone, now, random);
    }),
  );
  const ids = await addCustomers(unit, house, dated);
  await addConversations(unit, house, conversations, ids);
  await addTags(unit, house, conversations, ids);
  const others = customers.map((ofPlace) => ofPlace.filter(({ phone }) => !talking.has(phone)));
  await addAppointments(unit, house, { conversations, others, ids, now, random });
  return true;
}

/** Known since some time before the first text; somebody without a name, since that one. */
function datedByTalk({ customer, messages, rooftop }: Conversation, random: Random): DatedCustomer {
  const [first] = messages;
  if (!first) throw new Error("A talk without lines");
  const created_at = customer.first_name
    ? openMinutesBefore(first.at, random.between(3, 5_000), rooftop.zone)
    : first.at;
  const messages_received = messages.filter(({ from }) => from === "customer").length;
  return { ...customer, created_at, messages_received, messages_sent: messages.length - messages_received };
}

/** Known since some time in the last year, and for longer than any appointment of theirs. */
function datedByChance(customer: SampleCustomer, zone: string, now: Date, random: Random): DatedCustomer {
  const created_at = openMinutesBefore(now, random.between(26_000, 220_000), zone);
  return { ...customer, created_at, messages_received: 0, messages_sent: 0 };
}
