import type { CarrierStatus } from "#core/carrierStatus.ts";
import { formatPhone, toE164 } from "#core/phone.ts";
import type { MessageState } from "#domains/inbox/conversation/contract.ts";
import { mayReply, replyRefusedText, type TextSender } from "#domains/locations/registration/rules.ts";
import { maxDaysAhead, minMinutesAhead, type ScheduledState } from "./contract.ts";

const statusRanks: Record<CarrierStatus, number> = { queued: 0, sent: 1, delivered: 2, failed: 2 };

/** True when a report advances the status. It never goes back, and `delivered` and `failed` are final. */
export function isStatusAdvance(current: CarrierStatus | "", reported: CarrierStatus): boolean {
  return current === "" || statusRanks[reported] > statusRanks[current];
}

/** The message state that staff see for a carrier status. */
export function messageStateOf(status: CarrierStatus): MessageState {
  return status === "queued" ? "sending" : status;
}

/** Why nothing can be sent in a chat, for users; empty when it can. */
export function sendBlockedReason(facts: {
  suppressed: boolean;
  /** Why this phone can't be texted at all. */
  problem: string | undefined;
  sender: Pick<TextSender, "registration" | "blocks_replies"> | undefined;
}): string {
  if (facts.suppressed) return "This customer has opted out of text messages.";
  if (facts.problem) return `${facts.problem}.`;
  if (!facts.sender) return "This location has no phone number yet, so it can't send texts.";
  if (!mayReply(facts.sender.registration, facts.sender.blocks_replies)) return replyRefusedText;
  return "";
}

/** Only a text that certainly didn't arrive can be sent again, and never a campaign's: that has its own footer and hours. */
export function canRetry(message: { is_from_customer: number; state: string; isOfCampaign: boolean }): boolean {
  return message.is_from_customer === 0 && message.state === "failed" && !message.isOfCampaign;
}

/**
 * What to do after looking up an unconfirmed text at the carrier so many times (`asked`).
 *
 * @param isListed the last lookup came so late that the carrier's list shows every text of the attempt.
 */
export function nextSettleStep(
  lookup: { kind: "found" } | { kind: "absent"; surely: boolean } | { kind: "unclear" },
  asked: number,
  isListed: boolean,
): "adopt" | "send again" | "ask again" | "give up" {
  if (lookup.kind === "found") return "adopt";
  if (lookup.kind === "absent") return lookup.surely || (asked >= 2 && isListed) ? "send again" : "ask again";
  return asked >= 5 ? "give up" : "ask again";
}

/** Seconds until the next lookup: the carrier's list lags. */
export function settleRetrySeconds(asked: number): number {
  return 30 * 2 ** Math.min(asked, 5);
}

/** The reference we attach to a text at the carrier: dealer, message and attempt. */
export function sendReference(send: { dealer_id: number; message_id: number; attempt: number }): string {
  return `${send.dealer_id}.${send.message_id}.${send.attempt}`;
}

/** Parses a reference; undefined when it isn't one of ours. */
export function parseSendReference(reference: string) {
  const parts = /^(\d{1,15})\.(\d{1,15})\.(\d{1,6})$/.exec(reference);
  if (!parts) return undefined;
  const [dealer_id, message_id, attempt] = parts.slice(1).map(Number) as [number, number, number];
  return { dealer_id, message_id, attempt };
}

/** Where HELP sends people: a number that can be called, of the business or else the location's; without one, the email. */
export function helpContact(businessPhone: string, callPhone: string, email: string): string {
  const callable = [businessPhone, callPhone].flatMap((phone) => toE164(phone) ?? []);
  return callable[0] ? formatPhone(callable[0]) : email;
}

/** Automatic replies to opt-out keywords. By carrier rules they may name the sender but must not advertise. */
export const optOutReplies = {
  stop: (business: string) =>
    `${business}: You are unsubscribed and will receive no more messages from us. Reply START to resubscribe.`,
  start: (business: string) =>
    `${business}: You are subscribed to messages from us again. Reply HELP for help or STOP to unsubscribe.`,
  help: (business: string, contact: string) =>
    `${business}: For help, contact us${contact ? ` at ${contact}` : ""}. Reply STOP to unsubscribe.`,
};

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Why a text can't be scheduled for this time, for users; empty when it can. */
export function sendTimeError(send_at: Date, now: Date): string {
  const delay = send_at.getTime() - now.getTime();
  if (Number.isNaN(delay)) return "Select when to send it";
  if (delay < minMinutesAhead * minuteMs) return "Select a time at least a minute from now";
  return delay > maxDaysAhead * dayMs ? "Select a time within a year" : "";
}

/** Only a text that hasn't been sent can be taken back. */
export function canUndo(state: ScheduledState): boolean {
  return state === "waiting" || state === "refused";
}

/** The facts that decide whether a due text is sent. */
export interface DueTextFacts {
  /** The customer was deleted. */
  readonly isCustomerDeleted: boolean;
  /** Why nothing can be sent in the chat now; empty when it can. */
  readonly cannot_send: string;
  /** When the customer last wrote or called. */
  readonly last_received_at: Date | null;
  readonly written_at: Date;
  readonly unless_reply: number;
}

/** Why a due text isn't sent, for users; empty when it is. */
export function refusalReason(facts: DueTextFacts): string {
  if (facts.isCustomerDeleted) return "This customer was deleted.";
  const isAnswered = facts.last_received_at !== null && facts.last_received_at > facts.written_at;
  if (facts.unless_reply === 1 && isAnswered) return "The customer texted or called before it was due.";
  return facts.cannot_send;
}

/** Whole seconds until an instant, rounded up so that a timer never fires early. */
export function secondsUntil(instant: Date, now: Date): number {
  return Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}
