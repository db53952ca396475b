import type { CarrierNumbers } from "./numbers.ts";

/*
 * The port to the carriers of text messages. Business rules never live in an adapter: it checks signatures, speaks the
 * carrier's language and tells in our words what happened.
 */

/** One hand-over of a text to the carrier. */
export interface OutgoingText {
  readonly from: string;
  /** E.164 */
  readonly to: string;
  readonly body: string;
  /** Public addresses of media, each fetched by the carrier. */
  readonly media: readonly string[];
  /** Our own id of this hand-over. It comes back with every report and finds the text when the answer was lost. */
  readonly reference: string;
}

/**
 * What class a carrier's refusal belongs to, and so what follows from it:
 * `number`: this phone can't be texted; `opted_out`: its owner said stop; `configuration`: our number or account is not
 * set up for this; `content`: this text is not accepted; `channel`: the whole account is stopped; `later`: may be tried
 * again by a person; `unknown`: a code that we do not know, taken as final for this text.
 */
export type RefusalClass = "number" | "opted_out" | "configuration" | "content" | "channel" | "later" | "unknown";

export interface Refusal {
  /** The carrier's own code; empty when it gave none. */
  readonly code: string;
  readonly class: RefusalClass;
  /** For the staff, in their words. */
  readonly words: string;
}

/** The states of a text at the carrier, in the order in which they can follow one another. */
export const carrierStatuses = ["queued", "sent", "delivered", "failed"] as const;
export type CarrierStatus = (typeof carrierStatuses)[number];

export type SendResult =
  | { readonly kind: "accepted"; readonly sid: string; readonly status: CarrierStatus }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** Not processed, surely: the only answer after which the same text may be handed over again by itself. */
  | { readonly kind: "busy"; readonly retryAfterSeconds: number }
  /** Nobody knows whether the carrier took it. */
  | { readonly kind: "lost"; readonly why: string };

export type FindResult =
  | { readonly kind: "found"; readonly sid: string; readonly status: CarrierStatus; readonly refusal?: Refusal }
  /** The carrier has no such text. `surely`: its list is exact, so it will not appear later either. */
  | { readonly kind: "absent"; readonly surely: boolean }
  /** Several texts could be it, or the carrier could not be asked. */
  | { readonly kind: "unclear"; readonly why: string };

export interface InboundText {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly media: readonly { readonly url: string; readonly type: string }[];
  /** The carrier has answered an opt-out keyword itself, so we must not. */
  readonly carrierAnsweredOptOut: boolean;
}

export interface StatusReport {
  readonly reference: string;
  readonly sid: string;
  readonly status: CarrierStatus;
  readonly refusal: Refusal | undefined;
}

/** What the application does with what the carrier tells. A rejection means: not stored, tell me again. */
export interface SmsListener {
  /** Answers when the text is stored. Told twice, it is stored once. */
  inbound(text: InboundText): Promise<void>;
  status(report: StatusReport): Promise<void>;
}

export interface FetchedMedia {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Sms {
  /** The name stored with what this adapter did: `twilio`, `simulator`. */
  readonly provider: string;
  /** Milliseconds after which `send` has certainly come back, in this process or a dead one. */
  readonly answersWithin: number;
  /** Hands a text over. Never throws: what went wrong is in the result. Never tries twice by itself. */
  send(text: OutgoingText): Promise<SendResult>;
  /** Asks the carrier about a hand-over whose answer was lost. */
  find(text: OutgoingText & { readonly since: Date; readonly notSids: readonly string[] }): Promise<FindResult>;
  /** Fetches a medium of an inbound text with the carrier's credentials. */
  fetchMedia(url: string): Promise<FetchedMedia>;
  /** What numbers the carrier sells, and which are ours. */
  readonly numbers: CarrierNumbers;
  /** Connects the carrier's tellings to the application; webhooks are mounted on `http`. Called once, before listening. */
  connect(listener: SmsListener, http: import("fastify").FastifyInstance): Promise<void>;
  /** Stops telling. */
  stop(): Promise<void>;
}
