import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { Log } from "../log.ts";
import type { Voice } from "./voice.ts";

/** An adapter and its carrier's stand-in with one call at a time, as the conformance test drives them. */
export interface FakeCalls {
  readonly voice: Voice;
  /** The carrier's ids of calls and of recordings. */
  readonly sids: { readonly call: RegExp; readonly recording: RegExp };
  start(): Promise<void>;
  /** The numbers that are ringing. */
  ringingNumbers(): Promise<readonly string[]>;
  /** The prompts played to the caller and to the other phone. */
  heard(): Promise<{ caller: string[]; other: string[] }>;
  isRecordingMessage(): Promise<boolean>;
  letRing(): Promise<unknown>;
  /** An answering machine picks up the other phone. */
  machine(): Promise<unknown>;
  answer(): Promise<unknown>;
  /** Both talk for so many seconds, then hang up. */
  talk(seconds: number): Promise<unknown>;
  leave(seconds: number): Promise<unknown>;
  /** The answer to the next request for a call gets lost; the phone rings all the same. */
  loseNextAnswer(): Promise<void>;
  refuseNext(): Promise<void>;
  /** How many calls the carrier was asked for. */
  requests(): Promise<number>;
  /** The phone that rings first in the newest of them, which the other functions then drive. */
  memberPhone(): Promise<string>;
  /** The member picks up and presses the key. */
  pressKey(): Promise<unknown>;
  /** The member's own voicemail picks up. */
  memberMachine(): Promise<unknown>;
  memberIgnores(): Promise<unknown>;
  /** The number that the customer's phone shows while it rings. */
  shownNumber(): Promise<string>;
  answerAtCustomer(): Promise<unknown>;
  close(): Promise<void>;
}

export interface FakeCallsOptions {
  /** Where the adapter's webhooks are mounted. */
  readonly http: FastifyInstance;
  readonly pool: pg.Pool;
  readonly log: Log;
  /** The caller's phone and our number. */
  readonly phone: string;
  readonly ours: string;
}

export type OpenFakeCalls = (options: FakeCallsOptions) => Promise<FakeCalls>;
