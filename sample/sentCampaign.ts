import { createHash } from "node:crypto";
import { segmentsOf } from "#core/smsCounter.ts";
import { locateRecipient } from "#domains/marketing/rules/rules.ts";
import { wallTime } from "./businessHours.ts";
import { isOptedIn, optedOutAfterCampaign, optedOutBefore } from "./consent.ts";
import type { DatedCustomer } from "./customers.ts";
import type { PlannedConversation } from "./planConversations.ts";
import type { SeededLocation } from "./staff.ts";

/** When the sent campaign began: in the morning, so many days ago. */
const [sentDaysAgo, sentAt] = [10, "10:15"];
const hourMs = 3_600_000;
/** How long an answer counts as the campaign's, in milliseconds. */
const replyMs = 72 * hourMs;
/** The places of the customers who only got the text: they have neither a conversation nor an appointment of their own. */
const [firstPlace, lastPlace] = [88, 175];
/** So many people whose texts nobody had answered were left out. */
const unansweredCount = 3;

/** Failed texts, by their place among those who only got the text: the carrier's code, with its words for staff. */
const failures: Readonly<Record<number, { readonly code: string; readonly words: string }>> = {
  7: { code: "30003", words: "The phone couldn't be reached. It may be off." },
  21: { code: "30006", words: "This number can't receive texts; it may be a landline." },
  38: { code: "30003", words: "The phone couldn't be reached. It may be off." },
  52: { code: "30005", words: "This number is unknown or no longer in service." },
};
/** Phones that never reported delivery. */
const silent: readonly number[] = [15, 44];

/** One person of the sent campaign, and what became of their text. */
export interface PlannedRecipient {
  readonly customer: DatedCustomer;
  readonly state: "delivered" | "sent" | "failed" | "skipped";
  readonly reason: "" | "opted_out" | "unanswered";
  readonly failure: { readonly code: string; readonly words: string } | undefined;
  readonly repliedAt: Date | null;
  /** Nobody knew of their consent until the campaign's writer confirmed it. */
  readonly isAttested: boolean;
}

/** Whether a customer of the first location only got the text, by their place. */
export const onlyGotText = (place: number) => place >= firstPlace && place <= lastPlace;

/** When the campaign began to go out. */
export function campaignStart(now: Date, zone: string): Date {
  return wallTime(now, -sentDaysAgo, sentAt, zone);
}

/**
 * Who was in the campaign's list: people who agreed to texts, and those whose conversation began within three days after
 * it, as an answer. Whoever was waiting for an answer then got no text.
 *
 * @param customers of the location, by place.
 */
export function planRecipients(
  customers: readonly DatedCustomer[],
  conversations: ReadonlyMap<string, PlannedConversation>,
  start: Date,
): PlannedRecipient[] {
  const conversationOf = ({ phone }: DatedCustomer) => conversations.get(phone);
  const known = customers.filter(({ first_name, created_at }) => first_name !== "" && created_at < start);
  const optedIn = known.filter((person) => isOptedIn(customers.indexOf(person)));
  const optedOutPlaces = [optedOutBefore, optedOutAfterCampaign];
  const others = customers.filter((person) => conversationOf(person) === undefined);
  const [before, after] = optedOutPlaces.map((place) => others[place]);
  if (!before || !after) throw new Error("There are more opt-outs than customers");
  const quiet = customers
    .slice(firstPlace, lastPlace + 1)
    .filter((person) => optedIn.includes(person) && conversationOf(person) === undefined)
    .map((customer, index): PlannedRecipient => {
      const failure = failures[index];
      return {
        ...reached(customer),
        failure,
        state: failure ? "failed" : silent.includes(index) ? "sent" : "delivered",
      };
    });
  const replies = known.flatMap((customer) => {
    const [first] = conversationOf(customer)?.messages ?? [];
    const isReply = first?.from === "customer" && first.at > start && first.at.getTime() < start.getTime() + replyMs;
    const isAttested = !optedIn.includes(customer);
    return isReply ? [{ ...reached(customer), repliedAt: first.at, isAttested }] : [];
  });
  const unanswered = optedIn
    .filter((customer) => {
      const conversation = conversationOf(customer);
      const last = conversation?.messages.at(-1);
      return last?.from === "customer" && last.at < start && !conversation?.sample.closed;
    })
    .slice(0, unansweredCount);
  return [
    ...quiet,
    ...replies,
    reached(after),
    ...unanswered.map((customer) => skipped(customer, "unanswered")),
    skipped(before, "opted_out"),
  ];
}

function reached(customer: DatedCustomer): PlannedRecipient {
  return { customer, state: "delivered", reason: "", failure: undefined, repliedAt: null, isAttested: false };
}

function skipped(customer: DatedCustomer, reason: "opted_out" | "unanswered"): PlannedRecipient {
  return { ...reached(customer), state: "skipped", reason };
}

interface LedgerPlan {
  readonly key: { readonly dealer_id: number; readonly campaign_id: number };
  readonly location: SeededLocation;
  readonly start: Date;
  readonly textOf: (customer: DatedCustomer) => string;
}

/** The ledger's rows, in the order of the customers' ids, as the sender would have written them. */
export function ledgerRows(
  recipients: readonly (PlannedRecipient & { readonly customer_id: number })[],
  { key, location, start, textOf }: LedgerPlan,
) {
  let handed = 0;
  return [...recipients]
    .sort((one, other) => one.customer_id - other.customer_id)
    .map(({ customer, customer_id, state, reason, failure, repliedAt }, index) => {
      const { phone, address } = customer;
      const area = locateRecipient({ time_zone: "", address, phone }, location.zone);
      const { location_id, number } = location;
      const row = { ...key, n: index + 1, location_id, customer_id, address: phone, created_at: start };
      const place = { zones: area.zones.join(" "), states: area.states.join(" "), due_at: start, state, reason };
      if (state === "skipped") return { row: { ...row, ...place }, body: undefined, handed_at: undefined };
      const body = textOf(customer);
      const segments = segmentsOf(body).count;
      // The number sends a segment a second.
      const handed_at = new Date(start.getTime() + 5_000 + 1_000 * segments * handed);
      handed += 1;
      const hash = createHash("sha256").update(body).digest("base64url").slice(0, 22);
      const sid = `SM${createHash("sha256").update(`campaign ${phone}`).digest("hex").slice(0, 32)}`;
      const reported_at = new Date(handed_at.getTime() + 2_000 + 700 * (index % 9));
      const sent = {
        body_hash: hash,
        segments,
        from_number: number,
        provider_sid: sid,
        attempt: 1,
        attempted_at: handed_at,
        handed_at,
        reported_at,
        replied_at: repliedAt,
        error_code: failure?.code ?? "",
        error: failure?.words ?? "",
      };
      return { row: { ...row, ...place, ...sent }, body, handed_at };
    });
}

export type SentCampaignRow = ReturnType<typeof ledgerRows>[number];
