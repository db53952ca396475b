import type { CallOutcome } from "#domains/inbox/contract.ts";

/** Seconds that a forward phone rings. */
export const ringsFor = 20;
/** Seconds of a caller's message. */
export const longestMessage = 180;
/** Seconds after which a call that nobody has told the end of is looked at: ringing, being asked, and some more. */
export const settleAfter = 90;
/** Seconds after a call's end in which the end of its ringing may still be told. */
export const settleAfterEnd = 15;
/** Minutes in which one caller is texted at most once. */
export const quietMinutes = 20;
/** How often a recording is fetched before it counts as lost. */
export const mostTries = 8;

/** How the ringing of the forward phone ended, weakest first: what is told later and says more counts. */
const dialRanks = ["", "unanswered", "picked_up", "bridged"] as const;
export type Dialed = (typeof dialRanks)[number];

/** What is known of a call. */
export interface CallFacts {
  readonly dialed: string;
  readonly asked_at: Date | null;
  readonly answered_at: Date | null;
}

export function strongerDial(known: string, told: Dialed): Dialed {
  const rank = Math.max(dialRanks.indexOf(known as Dialed), dialRanks.indexOf(told));
  return dialRanks[rank] ?? told;
}

/**
 * True when a person talked with the caller. Whatever picks up without a key being pressed is a machine, unless nothing
 * was asked there.
 */
export function wasAnswered({ dialed, asked_at, answered_at }: CallFacts): boolean {
  if (dialed === "bridged") return true;
  if (dialed === "unanswered") return false;
  return answered_at !== null || (dialed === "picked_up" && asked_at === null);
}

/** What became of a call, whatever order its facts came in; `ringing` while that is not known. */
export function outcomeOf(call: CallFacts, hasMessage: boolean): CallOutcome | "ringing" {
  if (wasAnswered(call)) return "answered";
  if (hasMessage) return "voicemail";
  return call.dialed === "" ? "ringing" : "missed";
}

/** What a recording is of, where the carrier does not say. */
export function partOf(part: string, call: CallFacts): "call" | "voicemail" {
  if (part === "call" || part === "voicemail") return part;
  return wasAnswered(call) ? "call" : "voicemail";
}

/** True for the sound that belongs into the chat: never a talk that nobody was told is recorded, nor a machine's answer. */
export function isHeard(part: "call" | "voicemail", call: CallFacts & { recording_consent: number }): boolean {
  if (part === "call") return wasAnswered(call) && call.recording_consent === 1;
  return !wasAnswered(call);
}

/** A call's line, for those who see words only. */
export const lineOf: Record<CallOutcome, string> = {
  answered: "Call",
  voicemail: "Voicemail",
  missed: "Missed call",
};

export interface Forwarding {
  readonly call_phone_no: string;
  readonly from: string;
  readonly to: string;
  /** Our own numbers: ringing one of them would call us again. */
  readonly own: readonly string[];
}

/** Where a call rings; empty: nowhere. Nobody is put through to themselves, nor in a circle. */
export function forwardTo({ call_phone_no, from, to, own }: Forwarding): string {
  return call_phone_no === from || call_phone_no === to || own.includes(call_phone_no) ? "" : call_phone_no;
}

/** May this caller be texted that nobody took the call? */
export function mayText(facts: { wanted: boolean; suppressed: boolean; last: Date | null; now: Date }): boolean {
  const { wanted, suppressed, last, now } = facts;
  const isQuiet = last !== null && now.getTime() - last.getTime() < quietMinutes * 60_000;
  return wanted && !suppressed && !isQuiet;
}

const digits = (phone: string) => phone.replace(/^\+1?/, "").split("").join(" ");

/** What is said on the phone. */
export const spoken = {
  recorded: (business: string) => `Thank you for calling ${business}. This call will be recorded.`,
  /** To whoever picks up the forward phone. */
  question: (about: { business: string; location: string; caller: string; from: string; isRecorded: boolean }) =>
    `A call for ${about.business}, ${about.location}, from ${about.caller || digits(about.from) || "a withheld number"}.` +
    (about.isRecorded ? " It will be recorded." : ""),
  greeting: (business: string) =>
    `Thank you for calling ${business}. Nobody can take your call right now. Your message will be recorded: please speak after the tone.`,
  withheld: (business: string) =>
    `Thank you for calling ${business}. Nobody can take your call right now. Please call again with your number shown, so that we can get back to you.`,
  nobody: "This number does not take calls.",
};

/** What a missed call is answered with, when a location has no words of its own. */
export function usualWords(business: string): string {
  return `Sorry we missed your call. How can we help? Just reply to this text. ${business}`.trim();
}
