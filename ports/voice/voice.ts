import type { FetchedFile } from "../carrier.ts";

/*
 * The port to voice carriers. The application decides each step of a call, and an adapter makes its carrier execute it.
 * What a call means to the business (missed, voicemail) is never decided here.
 */

/** Identifies the call of a callback. */
export interface CallKey {
  readonly sid: string;
  /** E.164; empty when the caller withholds the number or the carrier omits it. */
  readonly from: string;
  /** Our number that was called, E.164; empty when the carrier omits it. */
  readonly to: string;
}

/** Rings another phone, and connects the two when a person there accepts the call. */
export interface Forward {
  readonly kind: "forward";
  /** E.164 */
  readonly to: string;
  /** The maximum ringing time in seconds. */
  readonly rings: number;
  /** Spoken to the caller before it rings; empty for none. */
  readonly announcement: string;
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
export type NextStep = Forward | Voicemail | HangUp;

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
  /** The other phone was picked up. Returns what is spoken there before the key prompt. */
  onPickedUp(call: CallKey): Promise<string>;
  /** Whoever picked up pressed the key, and is connected to the caller. */
  onAccepted(call: CallKey): Promise<void>;
  /** The dialing, or the conversation that followed it, is over. */
  onDialed(call: CallKey, result: DialResult, seconds: number | undefined): Promise<NextStep>;
  /** A recording is available. */
  onRecording(call: CallKey, recording: Recording): Promise<void>;
  onCallEnded(call: CallKey, seconds: number | undefined): Promise<void>;
}

/** The key that accepts a forwarded call: a mobile's own voicemail never presses it. */
export const acceptKey = "1";
/** Spoken after the text that `onPickedUp` returns. */
export const acceptPrompt = `To take the call, press ${acceptKey}.`;

export interface Voice {
  /** Fetches a recording with the carrier's credentials. */
  fetchRecording(url: string): Promise<FetchedFile>;
  /** Mounts the carrier's webhooks on `http` and routes them to `callbacks`. Called once, before listening. */
  connect(callbacks: VoiceCallbacks, http: import("fastify").FastifyInstance): Promise<void>;
  /** Stops delivering callbacks. */
  stop(): Promise<void>;
}
