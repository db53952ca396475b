/*
 * The port to the carriers of calls. The application says what shall happen with a call, an adapter has its carrier do
 * it. What a call means to the business (missed, voicemail) is never decided here.
 */

/** Which call a telling is about. */
export interface CallKey {
  readonly sid: string;
  /** E.164; empty when the caller withholds the number, or the carrier did not repeat it. */
  readonly from: string;
  /** Our number that was called, E.164; empty when the carrier did not repeat it. */
  readonly to: string;
}

/** Rings another phone, and puts the two together when a person there takes the call. */
export interface Forward {
  readonly kind: "forward";
  /** E.164 */
  readonly to: string;
  /** Seconds that it rings at most. */
  readonly rings: number;
  /** Said to the caller before it rings; empty: nothing, the caller hears it ring. */
  readonly announcement: string;
  /** Both sides are recorded from the moment when it is picked up. */
  readonly isRecorded: boolean;
}

/** Takes a message, which is told as a recording. */
export interface Voicemail {
  readonly kind: "voicemail";
  readonly greeting: string;
  /** Seconds that it may have. */
  readonly longest: number;
}

export interface HangUp {
  readonly kind: "hang up";
  /** Said before; empty: nothing. */
  readonly words: string;
}

/** What shall happen with a call next. */
export type NextStep = Forward | Voicemail | HangUp;

/**
 * How the ringing of the other phone ended. `bridged`: the two talked; `unanswered`: they did not; `picked_up`: it was
 * picked up, and the carrier does not say by whom or what.
 */
export const dialResults = ["bridged", "picked_up", "unanswered"] as const;
export type DialResult = (typeof dialResults)[number];

export interface Recording {
  readonly sid: string;
  /** Where the carrier keeps it: `fetchRecording` gets it from there. */
  readonly url: string;
  /** Of the two sides talking, or of the caller's message; empty when the carrier did not say. */
  readonly part: "call" | "voicemail" | "";
  /** In seconds. */
  readonly duration: number | undefined;
}

/**
 * What the application does with what the carrier tells. A rejection means: not stored, tell me again. Each may be told
 * twice and before what went before it.
 */
export interface VoiceListener {
  /** A phone calls one of our numbers. */
  incoming(call: CallKey): Promise<NextStep>;
  /** The other phone was picked up: answers what is said there before a key has to be pressed. */
  pickedUp(call: CallKey): Promise<string>;
  /** Whoever picked up pressed the key, and will be put together with the caller. */
  accepted(call: CallKey): Promise<void>;
  /** The ringing, or the talk that followed it, is over. */
  dialed(call: CallKey, result: DialResult, seconds: number | undefined): Promise<NextStep>;
  /** There is something to be heard. */
  recorded(call: CallKey, recording: Recording): Promise<void>;
  ended(call: CallKey, seconds: number | undefined): Promise<void>;
}

export interface FetchedRecording {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The key that takes a forwarded call: a mobile's own voicemail presses none. */
export const takingKey = "1";
/** Said after the words of `pickedUp`. */
export const takingWords = `To take the call, press ${takingKey}.`;

export interface Voice {
  /** Fetches a recording with the carrier's credentials. */
  fetchRecording(url: string): Promise<FetchedRecording>;
  /** Connects the carrier's tellings to the application; webhooks are mounted on `http`. Called once, before listening. */
  connect(listener: VoiceListener, http: import("fastify").FastifyInstance): Promise<void>;
  /** Stops telling. */
  stop(): Promise<void>;
}
