import { maxDaysAhead, minMinutesAhead, type ScheduledState } from "./contract.ts";

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
  if (facts.unless_reply === 1 && isAnswered) return "The customer wrote or called before it was due.";
  return facts.cannot_send;
}

/** Whole seconds until an instant, rounded up so that a timer never fires early. */
export function secondsUntil(instant: Date, now: Date): number {
  return Math.max(0, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}
