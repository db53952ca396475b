import type { CarrierStatus } from "#core/carrierStatus.ts";
import type { FetchedFile } from "../carrier.ts";
import type { Deadline } from "../deadline.ts";
import type { CarrierNumbers } from "./numbers.ts";

/*
 * The port to SMS carriers. Adapters hold no business rules: they verify signatures, speak the carrier's API and
 * translate its webhooks.
 */

/** One attempt to send a text. */
export interface OutgoingText {
  readonly from: string;
  /** E.164 */
  readonly to: string;
  readonly body: string;
  /** Public URLs of media, which the carrier fetches. */
  readonly media: readonly string[];
  /** Our own id of this attempt. Every status report carries it, and it helps to find a text whose response was lost. */
  readonly reference: string;
}

/**
 * Determines how a refusal is handled. `number`: this phone can't be texted; `opted_out`: its owner opted out;
 * `configuration`: our number or account is not set up for this; `content`: this text is not accepted; `channel`: the
 * whole account is stopped; `later`: a person may retry; `unknown`: an unknown code, final for this text.
 */
export type RefusalClass = "number" | "opted_out" | "configuration" | "content" | "channel" | "later" | "unknown";

export interface Refusal {
  /** The carrier's error code; empty when it gave none. */
  readonly code: string;
  readonly class: RefusalClass;
  /** The explanation shown to staff. */
  readonly words: string;
}

export type SendResult =
  | { readonly kind: "accepted"; readonly sid: string; readonly status: CarrierStatus }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  /** Definitely not processed, or never left in time: the only result after which the text may be resent automatically. */
  | { readonly kind: "busy"; readonly retryAfterSeconds: number }
  /** Unknown whether the carrier accepted it. */
  | { readonly kind: "lost"; readonly why: string };

/** A text whose response was lost. */
export interface LostText extends OutgoingText {
  /** The first and the last moment at which the carrier may have taken it, by our clock. */
  readonly since: Date;
  readonly until: Date;
  /** Carrier ids of texts that are known to be others. */
  readonly notSids: readonly string[];
}

export type TextSearchResult =
  | { readonly kind: "found"; readonly sid: string; readonly status: CarrierStatus; readonly refusal?: Refusal }
  /** The carrier has no such text. `surely`: its list is complete, so the text won't appear later either. */
  | { readonly kind: "absent"; readonly surely: boolean }
  /** Several texts match, or the carrier could not be reached. */
  | { readonly kind: "unclear"; readonly why: string };

/** The carrier's own opt-out handling: it stopped texting this phone, started again, or sent its help. */
export const carrierKeywords = ["stop", "start", "help"] as const;
export type CarrierKeyword = (typeof carrierKeywords)[number];

export interface InboundText {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly media: readonly { readonly url: string; readonly type: string }[];
  /** The carrier already replied to an opt-out keyword, so we must not. */
  readonly carrierAnsweredOptOut: boolean;
  /** What the carrier took the text for and acted on, whatever its words. */
  readonly carrierKeyword?: CarrierKeyword;
}

export interface StatusReport {
  readonly reference: string;
  readonly sid: string;
  readonly status: CarrierStatus;
  readonly refusal: Refusal | undefined;
}

/** The application's handlers of carrier webhooks. A rejection means it was not stored: deliver it again. */
export interface SmsCallbacks {
  /** Resolves once the text is stored. Idempotent by `sid`. */
  onInboundText(text: InboundText): Promise<void>;
  onStatusReport(report: StatusReport): Promise<void>;
}

export interface Sms {
  /** The provider name stored with this adapter's data: `twilio`, `simulator`. */
  readonly provider: string;
  /** Milliseconds after which any `send` has finished, even one of a process that died. */
  readonly answersWithin: number;
  /** Milliseconds from the moment a request left until the carrier's list shows its text, if it took it. */
  readonly listsWithin: number;
  /** How many segments one of our numbers sends a second; what comes faster waits in the carrier's queue. */
  readonly segmentsPerSecond: number;
  /**
   * Sends a text. Never throws (errors are in the result) and never retries on its own.
   *
   * @param leaveBy asked as the request leaves; after it the text stays here, and the result is `busy`.
   */
  send(text: OutgoingText, leaveBy: Deadline): Promise<SendResult>;
  /** Looks for a text at the carrier whose response was lost. */
  find(text: LostText): Promise<TextSearchResult>;
  /** Fetches media of an inbound text with the carrier's credentials. */
  fetchMedia(url: string): Promise<FetchedFile>;
  /** The carrier's phone numbers: search, buy, release. */
  readonly numbers: CarrierNumbers;
  /** Mounts the carrier's webhooks on `http` and routes them to `callbacks`. Called once, before listening. */
  connect(callbacks: SmsCallbacks, http: import("fastify").FastifyInstance): Promise<void>;
  /** Stops delivering callbacks. */
  stop(): Promise<void>;
}
