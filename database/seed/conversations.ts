import { keywordOf } from "#domains/customers/wishes/rules.ts";
import { answers } from "#domains/inbox/rules.ts";
import { nameless, type SampleCustomer } from "./customers.ts";
import { openMinutesBefore, wallTime } from "./openHours.ts";
import type { Random } from "./random.ts";
import { business, type Rooftop, type Writer } from "./staff.ts";
import type { Line, Talk, Visit } from "./talk.ts";
import { talks } from "./talks.ts";

export interface PlannedMessage {
  readonly from: "customer" | "staff";
  readonly text: string;
  readonly at: Date;
  /** Null: the customer's, or the system's own. */
  readonly user_id: number | null;
  readonly purpose: "conversation" | "consent";
}

export interface PlannedVisit extends Omit<Visit, "at" | "inDays"> {
  readonly at: Date;
  readonly agreedAt: Date;
  readonly user_id: number;
}

/** A sample conversation with its people and its times. */
export interface Conversation {
  readonly talk: Talk;
  readonly rooftop: Rooftop;
  readonly customer: SampleCustomer;
  readonly messages: readonly PlannedMessage[];
  readonly visit: PlannedVisit | undefined;
}

/** Seven conversations of ten belong to the first place. */
const placeOf = (index: number) => ([2, 5, 8].includes(index % 10) ? 1 : 0);

/** Gives every talk a customer, a writer and times. The customers are taken in turn from those of each place. */
export function planConversations(
  random: Random,
  rooftops: readonly Rooftop[],
  customers: readonly (readonly SampleCustomer[])[],
  now: Date,
): Conversation[] {
  const taken = rooftops.map(() => 0);
  let unread = 0;
  return talks.map((talk, index) => {
    const place = placeOf(index);
    const nth = taken[place] ?? 0;
    taken[place] = nth + 1;
    const [rooftop, customer] = [rooftops[place], customers[place]?.[nth]];
    if (!rooftop || !customer) throw new Error("There are more talks than customers");
    const ago = talk.unread ? 4 + 37 * unread++ : agoOf(talk, random);
    const last = openMinutesBefore(now, ago + random.between(0, 59) / 60, rooftop.zone);
    const who = talk.nameless ? nameless(customer) : customer;
    return conversationOf(talk, rooftop, who, random.pick(rooftop.writers), last, random);
  });
}

/** How long ago a talk ended, in opening minutes: over a month if it is idle, otherwise the closer the likelier. */
function agoOf(talk: Talk, random: Random): number {
  return talk.closed === "idle" ? random.between(18_700, 25_000) : 60 + random.between(0, 110) ** 2;
}

function conversationOf(
  talk: Talk,
  rooftop: Rooftop,
  customer: SampleCustomer,
  writer: Writer,
  last: Date,
  random: Random,
): Conversation {
  const times = timesOf(talk.lines, last, rooftop.zone, random);
  const visit = visitOf(talk, times, rooftop.zone, writer);
  const words = {
    "{name}": customer.first_name,
    "{me}": writer.first_name,
    "{rooftop}": `${business.business_name} ${rooftop.title}`,
    "{day}": visit ? partOf(visit.at, rooftop.zone, { weekday: "long" }) : "",
    "{time}": visit ? partOf(visit.at, rooftop.zone, { hour: "numeric", minute: "2-digit" }) : "",
  };
  const fill = (text: string) => Object.entries(words).reduce((filled, word) => filled.replaceAll(...word), text);
  const messages = talk.lines.map(({ from, text }, index): PlannedMessage => {
    const user_id = from === "staff" ? writer.user_id : null;
    return { from, text: fill(text), at: times[index] ?? last, user_id, purpose: "conversation" };
  });
  return { talk, rooftop, customer, messages: [...messages, ...confirmationOf(messages)], visit };
}

/** From the last line back, each line as long before the next as that one waited. */
function timesOf(lines: readonly Line[], last: Date, zone: string, random: Random): Date[] {
  const times = [last];
  for (let index = lines.length - 1; index > 0; index--) {
    const line = lines[index];
    const usual = line?.from === "customer" ? random.between(2, 25) : random.between(1, 12);
    times.unshift(openMinutesBefore(times[0] ?? last, (line?.after ?? usual) + random.between(0, 59) / 60, zone));
  }
  return times;
}

function visitOf({ lines, visit }: Talk, times: readonly Date[], zone: string, writer: Writer) {
  const agreedAt = times[lines.findIndex(({ text }) => text.includes("{day}"))];
  if (!visit || !agreedAt) return undefined;
  return { ...visit, at: wallTime(agreedAt, visit.inDays, visit.at, zone), agreedAt, user_id: writer.user_id };
}

/** What the product itself answers to an opt-out. */
function confirmationOf(messages: readonly PlannedMessage[]): PlannedMessage[] {
  const last = messages.at(-1);
  if (last?.from !== "customer" || keywordOf(last.text) !== "stop") return [];
  const at = new Date(last.at.getTime() + 1_000);
  return [{ from: "staff", text: answers.stop(business.business_name), at, user_id: null, purpose: "consent" }];
}

function partOf(at: Date, zone: string, part: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat("en-US", { timeZone: zone, ...part }).format(at);
  return text.replace(/\s+/g, " ").replace(":00", "");
}
