import { randomBytes } from "node:crypto";
import type { LostText, OutgoingText, SendResult, Sms, SmsCallbacks, TextSearchResult } from "#ports/sms/sms.ts";
import { createScriptedNumbers, type ScriptedNumbers } from "./scriptedNumbers.ts";

/** A carrier under a test's control that records what it is sent. */
export interface ScriptedSms extends Sms {
  readonly numbers: ScriptedNumbers;
  /** The texts sent, in order. */
  readonly sent: OutgoingText[];
  /** The sids of accepted texts, by reference. */
  readonly sids: Map<string, string>;
  /** Returns these results for the next texts; later ones are accepted again. */
  answerNext(...results: SendResult[]): void;
  /** Answers every lookup of a lost text like this. */
  answerFind(result: (text: LostText) => TextSearchResult): void;
  /** The listener that the application passed to connect(): delivers inbound texts and reports to it. */
  readonly listener: SmsCallbacks;
}

const newSid = () => `SM${randomBytes(16).toString("hex")}`;

/** Creates a carrier that accepts everything by default. */
export function createScriptedSms(): ScriptedSms {
  const results: SendResult[] = [];
  const sent: OutgoingText[] = [];
  const sids = new Map<string, string>();
  let find: (text: LostText) => TextSearchResult = () => ({ kind: "absent", surely: true });
  let connected: SmsCallbacks | undefined;
  return {
    provider: "scripted",
    answersWithin: 1_000,
    listsWithin: 0,
    segmentsPerSecond: 1_000,
    numbers: createScriptedNumbers(),
    sent,
    sids,
    answerNext: (...next) => void results.push(...next),
    answerFind: (answer) => {
      find = answer;
    },
    get listener() {
      if (!connected) throw new Error("The application is not connected to the carrier");
      return connected;
    },
    send: async (text, leaveBy) => {
      if (leaveBy.hasPassed()) return { kind: "busy", retryAfterSeconds: 1 };
      sent.push(text);
      const result = results.shift() ?? { kind: "accepted", sid: newSid(), status: "queued" };
      if (result.kind === "accepted") sids.set(text.reference, result.sid);
      return result;
    },
    find: async (text) => find(text),
    fetchMedia: async () => ({
      type: "image/png",
      bytes: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    }),
    connect: async (listener) => {
      connected = listener;
    },
    stop: async () => {},
  };
}
