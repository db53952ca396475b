import { isNumber, searchWords } from "#core/searchWords.ts";
import type { PersonSearch } from "#domains/customers/rules.ts";
import type { CallOutcome } from "#domains/inbox/conversation/contract.ts";

/** How long the forward phone, or that of a member who calls, rings, in seconds. */
export const ringSeconds = 20;
/** How long a called customer's phone rings, in seconds. */
export const customerRingSeconds = 30;
/** The most a caller can record, in seconds. */
export const maxVoicemailSeconds = 180;
/** Seconds after which a call without a reported end is settled: longer than ringing plus the question. */
export const settleAfterSeconds = 90;
/** The same for phones that ring one after another. */
export const settleAfterTurns = (turns: number) => settleAfterSeconds + (turns - 1) * (ringSeconds + 15);
/** Seconds after a call's end in which its dial result may still arrive. */
export const settleAfterEndSeconds = 15;
/** A caller who hangs up within this many seconds counts as abandoned. */
export const abandonedSeconds = 15;
/** Seconds after which a missed caller is texted although the carrier never reported the call's end. */
export const textWithoutEndSeconds = 120;
/** Minutes between two texts to one caller. */
export const quietMinutes = 20;
/** Seconds after a call's outcome before it is mailed: a voicemail and its recording still arrive. */
export const mailAfterSeconds = 240;
/** How often a mail waits for the end of a conversation: four hours, after which its end was never reported. */
export const maxMailWaits = 60;
/** Download attempts before a recording counts as lost. */
export const maxFetchAttempts = 8;

/** Dial results of the forward phone, weakest first: a later report only replaces a weaker one. */
const dialRanks = ["", "unanswered", "picked_up", "bridged"] as const;
export type DialState = (typeof dialRanks)[number];

/** The facts that decide a call's outcome. */
export interface CallFacts {
  readonly direction: string;
  readonly dialed: string;
  /** The forward phone, or the member's, was picked up and asked for a key. */
  readonly asked_at: Date | null;
  /** The member who calls pressed the key: the customer's phone rings. */
  readonly accepted_at: Date | null;
  /** A person took an incoming call; the customer picked up an outgoing one. */
  readonly answered_at: Date | null;
}

/** How a call ended; `unplaced`: the customer's phone never rang. */
export type CallState = CallOutcome | "ringing" | "unplaced";

export function strongerDial(current: string, reported: DialState): DialState {
  const rank = Math.max(dialRanks.indexOf(current as DialState), dialRanks.indexOf(reported));
  return dialRanks[rank] ?? reported;
}

/**
 * True when the two talked. A forward phone that picks up without pressing the key counts as a machine, unless the
 * carrier asked for no key; a customer's voicemail counts as picking up.
 */
export function wasAnswered({ direction, dialed, asked_at, answered_at }: CallFacts): boolean {
  if (dialed === "bridged") return true;
  if (dialed === "unanswered") return false;
  if (direction === "outgoing") return answered_at !== null || dialed === "picked_up";
  return answered_at !== null || (dialed === "picked_up" && asked_at === null);
}

/** A call's outcome, independent of the order its facts arrived in; `ringing` while undecided. */
export function outcomeOf(call: CallFacts, hasMessage: boolean): CallState {
  if (wasAnswered(call)) return "answered";
  if (call.direction === "outgoing") {
    if (call.dialed === "") return "ringing";
    return call.accepted_at === null ? "unplaced" : "missed";
  }
  if (hasMessage) return "voicemail";
  return call.dialed === "" ? "ringing" : "missed";
}

/** What a recording contains, inferred when the carrier doesn't say. */
export function recordingPart(part: string, call: CallFacts): "call" | "voicemail" {
  if (part === "call" || part === "voicemail") return part;
  return wasAnswered(call) ? "call" : "voicemail";
}

/** Whether a recording belongs in the chat: never an unannounced call, nor a machine's greeting. */
export function belongsInChat(part: "call" | "voicemail", call: CallFacts & { recording_consent: number }): boolean {
  if (part === "call") return wasAnswered(call) && call.recording_consent === 1;
  return call.direction === "incoming" && !wasAnswered(call);
}

/** The text of an outgoing call's message. */
export const outgoingCallText = { answered: "Outgoing call", missed: "Outgoing call, no answer" } as const;

/** The text of a call's message, for previews and search. */
export const callText: Record<CallOutcome, string> = {
  answered: "Call",
  voicemail: "Voicemail",
  missed: "Missed call",
};

export interface Forwarding {
  /** In ringing order; empty strings are skipped. */
  readonly phones: readonly string[];
  readonly from: string;
  readonly to: string;
  /** The business's own numbers: dialing one of them would loop. */
  readonly own: readonly string[];
}

/** The phones to ring, each once. Never the caller's own phone, and never a loop. */
export function phonesToRing({ phones, from, to, own }: Forwarding): string[] {
  const never = new Set(["", from, to, ...own]);
  return [...new Set(phones)].filter((phone) => !never.has(phone));
}

/** Whether phones ring simultaneously, or in turn until one is picked up. */
export type RingOrder = "all" | "in_turn";

interface RingPlan {
  /** The first phone; empty when nothing rings. */
  readonly forwarded_to: string;
  readonly also_rings: readonly string[];
  readonly ring: string;
}

/** The phones of each turn; empty when nothing rings. */
export function turnsOf({ forwarded_to, also_rings, ring }: RingPlan): string[][] {
  if (forwarded_to === "") return [];
  const phones = [forwarded_to, ...also_rings];
  return ring === "in_turn" ? phones.map((phone) => [phone]) : [phones];
}

/** What says how long a caller stayed on the line. */
interface Wait {
  readonly started_at: Date;
  /** Null until reported. */
  readonly ended_at: Date | null;
}

const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;

/** True when a call ended before it could be answered; never with a voicemail. */
export function wasAbandoned({ started_at, ended_at }: Wait): boolean {
  return ended_at !== null && secondsBetween(started_at, ended_at) < abandonedSeconds;
}

/** A call's end: as reported, or later when the carrier counted more seconds than passed since we heard of it. */
export function endOf({ started_at }: Pick<Wait, "started_at">, now: Date, seconds = 0): Date {
  return new Date(Math.max(now.getTime(), started_at.getTime() + seconds * 1000));
}

/** Seconds of a voicemail's greeting that a caller hears at least; less is the carrier noticing that they hung up. */
export const heardSeconds = 2;

/** True when the voicemail answered a caller, who left no message. */
function heardVoicemail({ voicemail_at, ended_at }: MissedCall): boolean {
  return voicemail_at !== null && ended_at !== null && secondsBetween(voicemail_at, ended_at) >= heardSeconds;
}

/** An unanswered call. */
interface MissedCall extends Wait {
  readonly state: CallState;
  /** When the voicemail answered; null while it hasn't. */
  readonly voicemail_at: Date | null;
}

/** Whether a missed caller is texted already, never (`abandoned`), or once it is known how long they stayed (`wait`). */
export function textBackNow(call: MissedCall, now: Date): "yes" | "wait" | "abandoned" {
  if (call.state === "voicemail") return "yes";
  if (call.ended_at !== null) return heardVoicemail(call) || !wasAbandoned(call) ? "yes" : "abandoned";
  return secondsBetween(call.started_at, now) < abandonedSeconds ? "wait" : "yes";
}

/** Whether to text a caller after a missed call. */
export function shouldTextBack(facts: { wanted: boolean; suppressed: boolean; last: Date | null; now: Date }): boolean {
  const { wanted, suppressed, last, now } = facts;
  const isQuiet = last !== null && now.getTime() - last.getTime() < quietMinutes * 60_000;
  return wanted && !suppressed && !isQuiet;
}

const digits = (phone: string) => phone.replace(/^\+1?/, "").split("").join(" ");

/** What is announced to the person who picks up. */
interface PickedUpCall {
  readonly business: string;
  readonly location: string;
  readonly caller: string;
  readonly from: string;
  /** Where the caller found the number; empty when unknown. */
  readonly source: string;
  /** What the called number adds, spoken first; empty for nothing. */
  readonly whisper: string;
  readonly isRecorded: boolean;
}

const welcome = (business: string) => `Thank you for calling ${business}.`;

/** A text of one's own as a sentence, so that the next one doesn't run into it. */
const sentence = (text: string) => (text === "" || /[.!?]$/.test(text) ? text : `${text}.`);

/** Announcements that callers and staff hear. */
export const announcements = {
  /** Played before anything rings. `greeting` replaces the usual welcome; without either, nothing is played. */
  beforeRinging: (about: { readonly business: string; readonly greeting: string; readonly isRecorded: boolean }) =>
    about.isRecorded
      ? `${sentence(about.greeting) || welcome(about.business)} This call will be recorded.`
      : sentence(about.greeting),
  /** Played to those who call a number that is given up soon. */
  newNumber: (phone: string) => `Our number has changed. Please call ${digits(phone)} from now on.`,
  /** Played to the person who picks up the forward phone. */
  question: (about: PickedUpCall) =>
    `${about.whisper && `${sentence(about.whisper)} `}A call for ${about.business}, ${about.location}${about.source && `, through ${about.source}`}` +
    `, from ${about.caller || digits(about.from) || "a private number"}.` +
    (about.isRecorded ? " It will be recorded." : ""),
  voicemail: (business: string, greeting = "") =>
    `${sentence(greeting) || welcome(business)} No one can take your call right now. Please leave a message after the tone. It will be recorded.`,
  withheld: (business: string) =>
    `${welcome(business)} No one can take your call right now. Please call again with your caller ID on, so we can call you back.`,
  nobody: "This number does not take calls.",
  /** Played to the member whose phone rings first. */
  ownCall: (about: { readonly customer: string; readonly to: string; readonly isRecorded: boolean }) =>
    `Your call to ${about.customer || digits(about.to)}.${about.isRecorded ? " It will be recorded." : ""}`,
  /** Played to the customer who picks up. */
  callOf: (business: string) => `This is a call from ${business}. It will be recorded.`,
  noAnswer: "No one answered.",
};

export interface PhonesOfCall {
  /** The phone that rings first; empty when the member has none yet. */
  readonly member: string;
  readonly customer: string;
  /** The business's own numbers. */
  readonly own: readonly string[];
}

/** Why a member's phone can't ring for a call; undefined when it can. */
export function memberPhoneProblem({ member, customer, own }: PhonesOfCall): string | undefined {
  if (member === "") return "Enter the phone that should ring first";
  if (own.includes(member)) return "Enter your own phone, not one of your Rooftop numbers";
  return member === customer ? "Enter your own phone, not the customer's" : undefined;
}

/** What a member reads after placing a call. */
export const placeTexts = {
  placed: (phone: string, customer: string) => `Pick up ${phone} and press 1 to call ${customer}`,
  unclear: (phone: string) => `We're not sure this went through. If ${phone} doesn't ring within a minute, try again.`,
};

/** Why a call wasn't made, in the member's words. */
export const placeRefusals = {
  phone: "We couldn't ring this phone. Check the number",
  later: "Too many calls are being made right now. Try again in a minute.",
  configuration: "This number can't make calls right now. Call from your own phone.",
  noNumber: "This location has no number to call from yet.",
  busy: "Your phone is already ringing for a call. Answer it, or let it ring out first.",
  own: "This customer's phone is one of your Rooftop numbers.",
} as const;

/** The text after a missed call when the location has none of its own. */
export function defaultMissedCallText(business: string): string {
  return `Sorry we missed your call. How can we help? Just reply to this text. ${business}`.trim();
}

/** What is searched for: digits of a phone, or words of a person; undefined for nothing. */
export function personSearch(typed: string): PersonSearch | undefined {
  const words = searchWords(typed);
  const [word] = words;
  if (word === undefined) return undefined;
  // The country's code isn't typed by most and stored with all.
  return words.length === 1 && isNumber(word) ? { digits: word.replace(/^1(?=\d{10}$)/, "") } : { words };
}
