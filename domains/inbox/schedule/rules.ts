import { earliestMinutes, latestDays, type ScheduledState } from "./contract.ts";

const aMinute = 60_000;
const aDay = 86_400_000;

/** What is wrong with the moment for which a text is scheduled, in words; empty when nothing is. */
export function momentProblem(send_at: Date, now: Date): string {
  const ahead = send_at.getTime() - now.getTime();
  if (Number.isNaN(ahead)) return "Please choose when it is to be sent";
  if (ahead < earliestMinutes * aMinute) return "Please choose a time that is at least a minute from now";
  return ahead > latestDays * aDay ? "Please choose a time within a year from now" : "";
}

/** Only what has not gone can be taken back. */
export function mayUndo(state: ScheduledState): boolean {
  return state === "waiting" || state === "refused";
}

/** What a text finds when its time has come. */
export interface AtItsTime {
  /** The customer was deleted. */
  readonly isGone: boolean;
  /** Why nobody could send it now, in words; empty when they could. */
  readonly cannot_send: string;
  /** When the customer last wrote or called. */
  readonly heard_at: Date | null;
  readonly written_at: Date;
  readonly unless_reply: number;
}

/** Why a text can't go at its time, in words; empty when it can. */
export function refusalAt(facts: AtItsTime): string {
  if (facts.isGone) return "This customer was deleted.";
  const isAnswered = facts.heard_at !== null && facts.heard_at > facts.written_at;
  if (facts.unless_reply === 1 && isAnswered) return "The customer wrote or called before it was due.";
  return facts.cannot_send;
}

/** Seconds until a moment, never less than it takes. */
export function secondsUntil(moment: Date, now: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}
