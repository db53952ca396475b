import type { Log } from "./log.ts";

/** An environment variable of a carrier. */
export interface CarrierVariable {
  readonly isAllowed: (value: string) => boolean;
  /** Completes its name to a sentence when the value is not allowed: `must be an account SID`. */
  readonly allowed: string;
  readonly isOptional?: true;
}

/** The values of a carrier's variables, checked. */
export type CarrierSettings = Readonly<Record<string, string | undefined>>;

/** What every adapter of a carrier gets besides its own settings. */
export interface CarrierContext {
  /** The base URL of our webhooks, without a trailing slash. */
  readonly publicUrl: string;
  /** Where a carrier writes to the operator; absent: nowhere. */
  readonly operatorEmail?: string;
  readonly log: Log;
}

/** A file fetched from a carrier: a picture of a text, or the recording of a call. */
export interface FetchedFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A carrier's adapter of one port, as the environment chooses and configures it. */
export interface CarrierAdapter<Port> {
  readonly variables: Readonly<Record<string, CarrierVariable>>;
  create(settings: CarrierSettings, context: CarrierContext): Port;
}
