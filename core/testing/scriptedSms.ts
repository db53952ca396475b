import { randomBytes } from "node:crypto";
import type { FindResult, OutgoingText, SendResult, Sms, SmsListener } from "#ports/sms/sms.ts";
import { createScriptedNumbers, type ScriptedNumbers } from "./scriptedNumbers.ts";

/** A carrier that does what a test tells it, and remembers what it was asked for. */
export interface ScriptedSms extends Sms {
  readonly numbers: ScriptedNumbers;
  /** What was handed over, in order. */
  readonly sent: OutgoingText[];
  /** The sids that were given for accepted texts, by reference. */
  readonly sids: Map<string, string>;
  /** Answers the next hand-over like this; afterwards everything is accepted again. */
  answerNext(...results: SendResult[]): void;
  /** Answers every question about a lost text like this. */
  answerFind(result: (text: OutgoingText) => FindResult): void;
  /** What the application made of connect(): tells it things as a carrier would. */
  readonly listener: SmsListener;
}

const newSid = () => `SM${randomBytes(16).toString("hex")}`;

/** Makes a carrier that accepts everything until it is told otherwise. */
export function createScriptedSms(): ScriptedSms {
  const results: SendResult[] = [];
  const sent: OutgoingText[] = [];
  const sids = new Map<string, string>();
  let find: (text: OutgoingText) => FindResult = () => ({ kind: "absent", surely: true });
  let connected: SmsListener | undefined;
  return {
    provider: "scripted",
    answersWithin: 1_000,
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
    send: async (text) => {
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
