import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { wallTimeAt } from "#core/wallTime.ts";
import { businessMinutesBefore } from "./businessHours.ts";
import type { SampleCustomer } from "./customers.ts";
import type { PlannedConversation, PlannedMessage } from "./planConversations.ts";
import { type Random, randomFrom } from "./random.ts";
import type { SampleConversation } from "./sampleConversation.ts";
import { type SeededDealership, type SeededLocation, sampleBusiness } from "./staff.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** What the team texts to customers who booked by phone or at the counter. */
const bookingTexts = [
  "Hi {name}, this is {me} at {rooftop}. You're booked for {day} at {time}. Reply here if anything changes.",
  "Hi {name}, {me} from {rooftop}. Confirming {day} at {time}. Just text back with any questions.",
  "Thanks for booking with {rooftop}, {name}! We'll see you {day} at {time}. {me}",
];
const reminderText = "Hi {name}, just a reminder: we'll see you tomorrow at {time}. {me} at {rooftop}";
const bookingReplies = [
  "Thanks, see you then!",
  "Got it, thank you",
  "Perfect 👍",
  "Great. Do I need to bring anything?",
  "Ok, might be 5 minutes late",
];
const closings: Record<string, string> = {
  "Great. Do I need to bring anything?": "Just your license. See you then!",
  "Ok, might be 5 minutes late": "No problem, we'll wait for you.",
};

/** What the team texts to customers it hasn't heard from in a while. */
const outreachTexts = [
  "Hi {name}, {me} at {rooftop}. Your next service is due soon. Would you like a time this week?",
  "Hi {name}, it's {me} at {rooftop}. The model you asked about is back on the lot. Want to take a look?",
  "Hi {name}, {me} from {rooftop}. Trade-in values are up this month. Shall I send you an estimate for yours?",
  "Hi {name}, {me} at {rooftop}. Still looking, or did you find a car?",
];
const outreachReplies = ["Not right now, thanks", "Maybe next month", "We found one, thanks though"];

/** The topic of conversations that the team begins. */
export const outreach: SampleConversation = { messages: [] };
const booking: SampleConversation = { messages: [] };

/** Of a hundred people texted, how many reply. */
const [replyToBooking, replyToOutreach] = [70, 20];
/** By location: people whom the team reminds of itself. */
const outreachSizes = [36, 15];

interface FollowUpSources {
  /** Customers without a conversation, by location. */
  readonly customers: readonly (readonly SampleCustomer[])[];
  readonly ids: ReadonlyMap<string, number>;
  readonly now: Date;
}

/** Plans texts to customers with an appointment, most of whom reply, and to some of the others, few of whom do. */
export async function planFollowUps(
  { db }: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  { customers, ids, now }: FollowUpSources,
): Promise<PlannedConversation[]> {
  const booked = await db
    .selectFrom("appointments")
    .where("dealer_id", "=", dealer_id)
    .where("created", ">=", new Date(now.getTime() - 25 * dayMs))
    .orderBy("created")
    .orderBy("id")
    .select(["customer_id", "title", "datetime", "created", "created_by"])
    .execute();
  const bookings = Map.groupBy(booked, ({ customer_id }) => customer_id);
  const suppressed = await db.selectFrom("suppressions").where("dealer_id", "=", dealer_id).select("phone").execute();
  const optedOut = new Set(suppressed.map(({ phone }) => phone));
  return locations.flatMap((location, index) => {
    const random = randomFrom(20_261_300 + index);
    const people = (customers[index] ?? []).filter(({ phone }) => !optedOut.has(phone));
    const [withBooking, without] = [true, false].map((isBooked) =>
      people.filter(({ phone }) => bookings.has(ids.get(phone) ?? 0) === isBooked),
    );
    const confirmations = (withBooking ?? []).flatMap((customer) => {
      const [appointment] = bookings.get(ids.get(customer.phone) ?? 0) ?? [];
      return appointment ? (confirmationOf(random, location, customer, appointment, now) ?? []) : [];
    });
    const reminded = random
      .shuffled(without ?? [])
      .slice(0, outreachSizes[index])
      .flatMap((customer) => outreachTo(random, location, customer, now) ?? []);
    return [...confirmations, ...reminded];
  });
}

interface BookedAppointment {
  readonly title: string;
  readonly datetime: Date;
  readonly created: Date;
  readonly created_by: number;
}

function confirmationOf(
  random: Random,
  location: SeededLocation,
  customer: SampleCustomer,
  { title, datetime, created, created_by: user_id }: BookedAppointment,
  now: Date,
): PlannedConversation | undefined {
  const reply = random.chance(replyToBooking) ? random.pick(bookingReplies) : undefined;
  const texts = {
    opening: random.pick(bookingTexts),
    reply,
    closing: closings[reply ?? ""] ?? "See you then!",
    reminder: reminderText,
  };
  const conversation = conversationOf(
    random,
    { location, customer, user_id, start: created, texts, at: datetime },
    now,
  );
  const appointment = { title, type: 0 as const, at: datetime, agreedAt: created, user_id };
  return conversation && { ...conversation, sample: booking, appointment };
}

function outreachTo(
  random: Random,
  location: SeededLocation,
  customer: SampleCustomer,
  now: Date,
): PlannedConversation | undefined {
  const { user_id } = random.pick(location.writers);
  const start = businessMinutesBefore(now, random.between(120, 9_000), location.zone);
  const reply = random.chance(replyToOutreach) ? random.pick(outreachReplies) : undefined;
  const texts = { opening: random.pick(outreachTexts), reply, closing: "Of course. We're here when you need us." };
  const conversation = conversationOf(random, { location, customer, user_id, start, texts, at: start }, now);
  return conversation && { ...conversation, sample: outreach, appointment: undefined };
}

interface Exchange {
  readonly location: SeededLocation;
  readonly customer: SampleCustomer;
  readonly user_id: number;
  readonly start: Date;
  readonly texts: {
    readonly opening: string;
    readonly reply: string | undefined;
    readonly closing: string;
    /** Sent a day before the appointment. */
    readonly reminder?: string;
  };
  /** The appointment's time, for the texts. */
  readonly at: Date;
}

/** An opening text and perhaps a reply with its answer; undefined if the opening would be outside opening hours or later than now. */
function conversationOf(random: Random, exchange: Exchange, now: Date) {
  const { location, customer, user_id, start, texts, at } = exchange;
  const { zone } = location;
  const writer = location.writers.find((one) => one.user_id === user_id);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { timeZone: zone, ...options }).format(at).replace(/\s+/g, " ").replace(":00", "");
  const placeholders = {
    "{name}": customer.first_name,
    "{me}": writer?.first_name ?? "",
    "{rooftop}": `${sampleBusiness.business_name} ${location.title}`,
    "{day}": part({ weekday: "long", month: "short", day: "numeric" }),
    "{time}": part({ hour: "numeric", minute: "2-digit" }),
  };
  const fill = (text: string) =>
    Object.entries(placeholders).reduce((filled, pair) => filled.replaceAll(...pair), text);
  const after = (from: Date, least: number, most: number) =>
    new Date(from.getTime() + random.between(least, most) * minuteMs);
  const sentAt = after(start, 2, 15);
  const replyAt = after(sentAt, 3, 80);
  const closedAt = after(replyAt, 1, 9);
  const isDone = (time: Date) => time < now && isOpen(time, zone);
  if (!isDone(sentAt) || writer === undefined) return undefined;
  const messages: PlannedMessage[] = [
    { from: "staff", text: fill(texts.opening), at: sentAt, user_id, purpose: "conversation" },
  ];
  if (texts.reply !== undefined && isDone(replyAt) && isDone(closedAt)) {
    messages.push({ from: "customer", text: texts.reply, at: replyAt, user_id: null, purpose: "conversation" });
    messages.push({ from: "staff", text: texts.closing, at: closedAt, user_id, purpose: "conversation" });
  }
  const reminderAt = new Date(at.getTime() - dayMs);
  if (texts.reminder !== undefined && isDone(reminderAt) && reminderAt > (messages.at(-1)?.at ?? sentAt))
    messages.push({ from: "staff", text: fill(texts.reminder), at: reminderAt, user_id, purpose: "conversation" });
  return { location, customer, messages };
}

/** Sets the message counts of these customers, who had no messages before. */
export async function countMessages(
  { db }: UnitOfWork,
  { dealer_id }: SeededDealership,
  conversations: readonly PlannedConversation[],
  ids: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { customer, messages } of conversations) {
    const messages_received = messages.filter(({ from }) => from === "customer").length;
    await db
      .updateTable("customers")
      .set({ messages_received, messages_sent: messages.length - messages_received })
      .where("dealer_id", "=", dealer_id)
      .where("id", "=", ids.get(customer.phone) ?? 0)
      .execute();
  }
}

const [opens, closes] = [9 * 60, 19 * 60];

function isOpen(at: Date, zone: string): boolean {
  const { minutes } = wallTimeAt(at, zone);
  return minutes >= opens && minutes < closes;
}
