import type { FetchedFile } from "../carrier.ts";
import type { Deadline } from "../deadline.ts";

/*
 * The port to voice carriers. The application decides each step of a call, and an adapter makes its carrier execute it.
 * What a call means to the business (missed, voicemail) is never decided here.
 */

/** Identifies the call of a callback. */
export interface CallKey {
  /** The carrier's id; of a call that we place, the reference that we gave it. */
  readonly sid: string;
  /** E.164; empty when the caller withholds the number or the carrier omits it. Of a call that we place, our number. */
  readonly from: string;
  /** Our number that was called, E.164; empty when the carrier omits it. Of a call that we place, the customer's phone. */
  readonly to: string;
}

/** A call that a member makes through one of our numbers: the member's phone rings first, then the customer's. */
export interface OutgoingCall {
  /** Our own id of this call, a UUID. Every callback carries it as `sid`. */
  readonly reference: string;
  /** Our number, which both phones show. */
  readonly from: string;
  /** The customer's phone, E.164: rung once the member has pressed the key. */
  readonly to: string;
  /** The member's phone, E.164. */
  readonly member: string;
  /** The maximum ringing time of the member's phone in seconds. */
  readonly rings: number;
}

export type PlaceResult =
  | { readonly kind: "placed"; readonly sid: string }
  /** Definitely nothing rings. `phone`: the member's phone can't be called; `later`: a person may try again. */
  | { readonly kind: "refused"; readonly class: "phone" | "later" | "configuration"; readonly why: string }
  /** Unknown whether the carrier took it: callbacks may follow. */
  | { readonly kind: "lost"; readonly why: string };

/** Rings other phones at once, and connects the caller to the first at which a person accepts the call. */
export interface Forward {
  readonly kind: "forward";
  /** E.164; 1 to 10. */
  readonly to: readonly string[];
  /** The maximum ringing time in seconds. */
  readonly rings: number;
  /** Which of a call's forwards this is, from 0. `onDialed` gets it back. */
  readonly turn: number;
  /** Spoken to the caller before it rings; empty for none. */
  readonly announcement: string;
  /** Whether both sides are recorded from the moment of pickup. */
  readonly isRecorded: boolean;
}

/** Rings the customer of a call that we placed, and connects the two at once. */
export interface Connect {
  readonly kind: "connect";
  /** E.164 */
  readonly to: string;
  /** Our number, shown to the customer. */
  readonly shown: string;
  /** The maximum ringing time in seconds. */
  readonly rings: number;
  /** Whether both sides are recorded from the moment of pickup. */
  readonly isRecorded: boolean;
}

/** Records a message, which is reported as a recording. */
export interface Voicemail {
  readonly kind: "voicemail";
  readonly greeting: string;
  /** The maximum length in seconds. */
  readonly longest: number;
}

export interface HangUp {
  readonly kind: "hang up";
  /** Spoken first; empty for none. */
  readonly words: string;
}

/** What happens with a call next. */
export type NextStep = Forward | Connect | Voicemail | HangUp;

/**
 * How dialing the other phone ended. `bridged`: the two talked; `unanswered`: they did not; `picked_up`: it was picked up,
 * but the carrier does not say whether by a person.
 */
export const dialResults = ["bridged", "picked_up", "unanswered"] as const;
export type DialResult = (typeof dialResults)[number];

export interface Recording {
  readonly sid: string;
  /** Its URL at the carrier, for `fetchRecording`. */
  readonly url: string;
  /** A recording of the conversation or of the caller's message; empty when unknown. */
  readonly part: "call" | "voicemail" | "";
  /** In seconds. */
  readonly duration: number | undefined;
}

/**
 * The application's handlers of carrier webhooks. A rejection means it was not stored: deliver it again. Each may arrive
 * repeatedly and out of order.
 */
export interface VoiceCallbacks {
  /** A phone calls one of our numbers. */
  onIncomingCall(call: CallKey): Promise<NextStep>;
  /** One of the other phones, or the member's of a call that we place, was picked up. Returns what is spoken there before the key prompt. */
  onPickedUp(call: CallKey): Promise<string>;
  /** Whoever picked up pressed the key, and is connected to the caller. */
  onAccepted(call: CallKey): Promise<void>;
  /** The member who places a call pressed the key: whom to ring now. */
  onConnect(call: CallKey): Promise<NextStep>;
  /** The phone that `Connect` rang was picked up. Returns what is spoken there first; empty for nothing. */
  onAnswered(call: CallKey): Promise<string>;
  /** The dialing, or the conversation that followed it, is over. `turn`: the forward's; 0 for the others. */
  onDialed(call: CallKey, result: DialResult, seconds: number | undefined, turn?: number): Promise<NextStep>;
  /** A recording is available. */
  onRecording(call: CallKey, recording: Recording): Promise<void>;
  onCallEnded(call: CallKey, seconds: number | undefined): Promise<void>;
}

/** The key that accepts a forwarded call: a mobile's own voicemail never presses it. */
export const acceptKey = "1";
/** Spoken after the text that `onPickedUp` returns. */
export const acceptPrompt = `To take the call, press ${acceptKey}.`;

/** The same for the member's phone, when a member calls a customer. */
export const connectPrompt = `To call, press ${acceptKey}.`;

export interface Voice {
  /**
   * Rings a member's phone. Never throws (errors are in the result) and never tries twice.
   *
   * @param leaveBy asked as the request leaves; after it nothing rings, and the result is `refused` for `later`.
   */
  placeCall(call: OutgoingCall, leaveBy: Deadline): Promise<PlaceResult>;
  /** Fetches a recording with the carrier's credentials. */
  fetchRecording(url: string): Promise<FetchedFile>;
  /** Mounts the carrier's webhooks on `http` and routes them to `callbacks`. Called once, before listening. */
  connect(callbacks: VoiceCallbacks, http: import("fastify").FastifyInstance): Promise<void>;
  /** Stops delivering callbacks. */
  stop(): Promise<void>;
}
