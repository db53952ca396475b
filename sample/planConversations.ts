import { keywordOf } from "#domains/inboundIntent/rules.ts";
import { optOutReplies } from "#domains/inbox/sending/rules.ts";
import { businessMinutesBefore, wallTime } from "./businessHours.ts";
import { financingConversations } from "./conversations/financing.ts";
import { partsConversations } from "./conversations/parts.ts";
import { salesConversations } from "./conversations/sales.ts";
import { serviceConversations } from "./conversations/service.ts";
import { testDriveConversations } from "./conversations/testDrives.ts";
import { tradeInConversations } from "./conversations/tradeIns.ts";
import { type SampleCustomer, withoutName } from "./customers.ts";
import type { Random } from "./random.ts";
import type { SampleAppointment, SampleConversation, SampleMessage } from "./sampleConversation.ts";
import { type SeededLocation, sampleBusiness, type Writer } from "./staff.ts";

export interface PlannedMessage {
  readonly from: "customer" | "staff";
  readonly text: string;
  readonly at: Date;
  /** Null for the customer's messages and automatic ones. */
  readonly user_id: number | null;
  readonly purpose: "conversation" | "consent";
}

interface PlannedAppointment extends Omit<SampleAppointment, "at" | "inDays"> {
  readonly at: Date;
  readonly agreedAt: Date;
  readonly user_id: number;
}

/** A sample conversation with its participants and times. */
export interface PlannedConversation {
  readonly sample: SampleConversation;
  readonly location: SeededLocation;
  readonly customer: SampleCustomer;
  readonly messages: readonly PlannedMessage[];
  readonly appointment: PlannedAppointment | undefined;
}

/** Seven of ten conversations belong to the first location. */
const locationIndexOf = (index: number) => ([2, 5, 8].includes(index % 10) ? 1 : 0);

/** Assigns a customer, a writer and times to every sample conversation, taking each location's customers in turn. */
export function planConversations(
  random: Random,
  locations: readonly SeededLocation[],
  customers: readonly (readonly SampleCustomer[])[],
  now: Date,
): PlannedConversation[] {
  const takenCounts = locations.map(() => 0);
  let unread = 0;
  return sampleConversations.map((sample, index) => {
    const locationIndex = locationIndexOf(index);
    const customerIndex = takenCounts[locationIndex] ?? 0;
    takenCounts[locationIndex] = customerIndex + 1;
    const [location, customer] = [locations[locationIndex], customers[locationIndex]?.[customerIndex]];
    if (!location || !customer) throw new Error("There are more conversations than customers");
    const minutesAgo = sample.unread ? 4 + 37 * unread++ : minutesAgoOf(sample, random);
    const last = businessMinutesBefore(now, minutesAgo + random.between(0, 59) / 60, location.zone);
    const participant = sample.nameless ? withoutName(customer) : customer;
    return conversationOf(sample, location, participant, random.pick(location.writers), last, random);
  });
}

/** How many business minutes ago a conversation ended: over a month if idle, otherwise weighted toward now. */
function minutesAgoOf(sample: SampleConversation, random: Random): number {
  return sample.closed === "idle" ? random.between(18_700, 25_000) : 60 + random.between(0, 110) ** 2;
}

function conversationOf(
  sample: SampleConversation,
  location: SeededLocation,
  customer: SampleCustomer,
  writer: Writer,
  last: Date,
  random: Random,
): PlannedConversation {
  const times = timesOf(sample.messages, last, location.zone, random);
  const appointment = appointmentOf(sample, times, location.zone, writer);
  const placeholders = {
    "{name}": customer.first_name,
    "{me}": writer.first_name,
    "{rooftop}": `${sampleBusiness.business_name} ${location.title}`,
    "{day}": appointment ? formatPart(appointment.at, location.zone, { weekday: "long" }) : "",
    "{time}": appointment ? formatPart(appointment.at, location.zone, { hour: "numeric", minute: "2-digit" }) : "",
  };
  const fill = (text: string) =>
    Object.entries(placeholders).reduce((filled, pair) => filled.replaceAll(...pair), text);
  const messages = sample.messages.map(({ from, text }, index): PlannedMessage => {
    const user_id = from === "staff" ? writer.user_id : null;
    return { from, text: fill(text), at: times[index] ?? last, user_id, purpose: "conversation" };
  });
  return {
    sample,
    location,
    customer,
    messages: [...messages, ...confirmationOf(messages)],
    appointment,
  };
}

/** Computes the times backward from the last message, each as long before the next as that one waited. */
function timesOf(messages: readonly SampleMessage[], last: Date, zone: string, random: Random): Date[] {
  const times = [last];
  for (let index = messages.length - 1; index > 0; index--) {
    const message = messages[index];
    const defaultMinutes = message?.from === "customer" ? random.between(2, 25) : random.between(1, 12);
    times.unshift(
      businessMinutesBefore(
        times[0] ?? last,
        (message?.afterMinutes ?? defaultMinutes) + random.between(0, 59) / 60,
        zone,
      ),
    );
  }
  return times;
}

function appointmentOf(
  { messages, appointment }: SampleConversation,
  times: readonly Date[],
  zone: string,
  writer: Writer,
) {
  const agreedAt = times[messages.findIndex(({ text }) => text.includes("{day}"))];
  if (!appointment || !agreedAt) return undefined;
  return {
    ...appointment,
    at: wallTime(agreedAt, appointment.inDays, appointment.at, zone),
    agreedAt,
    user_id: writer.user_id,
  };
}

/** The product's automatic reply to an opt-out. */
function confirmationOf(messages: readonly PlannedMessage[]): PlannedMessage[] {
  const last = messages.at(-1);
  if (last?.from !== "customer" || keywordOf(last.text) !== "stop") return [];
  const at = new Date(last.at.getTime() + 1_000);
  return [
    { from: "staff", text: optOutReplies.stop(sampleBusiness.business_name), at, user_id: null, purpose: "consent" },
  ];
}

function formatPart(at: Date, zone: string, part: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat("en-US", { timeZone: zone, ...part }).format(at);
  return text.replace(/\s+/g, " ").replace(":00", "");
}

/** The sixty sample conversations. */
const sampleConversations: readonly SampleConversation[] = [
  ...salesConversations,
  ...serviceConversations,
  ...financingConversations,
  ...tradeInConversations,
  ...testDriveConversations,
  ...partsConversations,
];
