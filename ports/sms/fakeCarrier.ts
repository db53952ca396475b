import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { Log } from "../log.ts";
import type { RefusalClass, Sms } from "./sms.ts";

/** What goes wrong with the texts that follow. */
export interface CarrierFault {
  /** The code that a text is refused with. */
  readonly refuse?: string;
  /** The text is accepted, but the response is lost. */
  readonly lose_answer?: boolean;
  /** The request never reaches the carrier. */
  readonly lose_request?: boolean;
  /** How many extra times every callback is delivered. */
  readonly duplicate?: number;
}

export type PurchaseFault = "lose_answer" | "lose_request" | "refuse";

/** An adapter and its carrier's stand-in, as the conformance tests drive them. */
export interface FakeCarrier {
  readonly sms: Sms;
  /** The carrier's ids of texts and of numbers. */
  readonly sids: { readonly text: RegExp; readonly number: RegExp };
  /** The carrier's code for each kind of refusal; `undelivered`: one that comes later, in a report; `busy`: try again. */
  readonly codes: Readonly<Record<RefusalClass | "undelivered" | "busy", string>>;
  /** Whether the list of its texts is complete, so that one that is missing was never taken. */
  readonly knowsAllTexts: boolean;
  /** What a number costs per month. */
  readonly price: string;
  /** The URL of a four-byte picture at the carrier. */
  readonly picture: string;
  /** Applies a fault to everything sent from now on. */
  inject(fault: CarrierFault): Promise<void>;
  /** Applies a fault to the next purchase of this number. */
  injectPurchase(number: string, fault: PurchaseFault): Promise<void>;
  textFromPhone(body: string, media: string[]): Promise<unknown>;
  /** The newest text the carrier accepted. */
  lastAccepted(): Promise<{ body: string; media: readonly string[] } | undefined>;
  close(): Promise<void>;
}

/** Codes that `carrierErrors.ts` knows, for stand-ins of carriers that use them. */
export const knownCodes: FakeCarrier["codes"] = {
  opted_out: "21610",
  number: "21211",
  configuration: "21606",
  content: "21617",
  channel: "20003",
  later: "21611",
  unknown: "29999",
  undelivered: "30005",
  busy: "20429",
};

export interface FakeCarrierOptions {
  /** Where the adapter's webhooks are mounted. */
  readonly http: FastifyInstance;
  readonly pool: pg.Pool;
  readonly log: Log;
  /** The customer's phone and our number. */
  readonly phone: string;
  readonly ours: string;
}

export type OpenFakeCarrier = (options: FakeCarrierOptions) => Promise<FakeCarrier>;
