import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { CallKey } from "#ports/voice/voice.ts";
import type { Dealership } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { type CallFixture, createCallFixture } from "#testing/inbox/callFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { settleAfterSeconds } from "../rules.ts";

/* The outcome of a call doesn't depend on the order or repetition of the carrier's reports. */

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let callFixture: CallFixture;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  callFixture = createCallFixture(app, dealer, agent);
  await callFixture.forwardTo("+19095550177");
});
afterAll(() => app.close());

/** The carrier's reports on one call, as separate functions. */
function reportsOf(kind: "answered" | "machine" | "unanswered" | "silent") {
  const { listener } = app.voice;
  const call = callFixture.newCall();
  const recording = callFixture.recording(kind === "answered" ? "call" : "voicemail", 11);
  const machine = callFixture.recording("call", 3);
  const incoming = (of: CallKey) => listener.onIncomingCall(of);
  const ended = (of: CallKey) => listener.onCallEnded(of, 60);
  const recorded = (of: CallKey) => listener.onRecording(of, recording);
  const all: Record<typeof kind, ((of: CallKey) => Promise<unknown>)[]> = {
    answered: [
      incoming,
      (of) => listener.onPickedUp(of),
      (of) => listener.onAccepted(of),
      (of) => listener.onDialed(of, "bridged", 45),
      recorded,
      ended,
    ],
    machine: [
      incoming,
      (of) => listener.onPickedUp(of),
      (of) => listener.onRecording(of, machine),
      (of) => listener.onDialed(of, "unanswered", 9),
      recorded,
      ended,
    ],
    unanswered: [incoming, (of) => listener.onDialed(of, "unanswered", undefined), recorded, ended],
    silent: [incoming, (of) => listener.onDialed(of, "unanswered", undefined), ended],
  };
  return { call, all: all[kind] };
}

const expected = {
  answered: { message: "Call", call: { outcome: "answered", duration: 45, recording: "kept" }, texts: 0 },
  machine: { message: "Voicemail", call: { outcome: "voicemail", duration: 11, recording: "kept" }, texts: 1 },
  unanswered: { message: "Voicemail", call: { outcome: "voicemail", duration: 11, recording: "kept" }, texts: 1 },
  silent: { message: "Missed call", call: { outcome: "missed", duration: null, recording: "none" }, texts: 1 },
} as const;

const kinds = Object.keys(expected) as (keyof typeof expected)[];

/** Runs the reports one after the other, or concurrently. */
async function runAll(calls: readonly (() => Promise<unknown>)[], atOnce: boolean): Promise<void> {
  if (atOnce) await Promise.all(calls.map((report) => report()));
  else for (const report of calls) await report();
}

test("repeated reports in any order, also concurrent, yield one message, one recording and at most one text", {
  timeout: 90_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.array(fc.nat(), { minLength: 18, maxLength: 18 }),
      fc.boolean(),
      async (kind, keys, atOnce) => {
        const { call, all } = reportsOf(kind);
        const thrice = [...all, ...all, ...all].map((report) => () => report(call));
        const shuffled = thrice.map((report, at) => [keys[at] ?? 0, report] as const).sort(([a], [b]) => a - b);
        await runAll(
          shuffled.map(([, report]) => report),
          atOnce,
        );
        app.clock.advance(settleAfterSeconds * 1000);
        await app.jobs.runAll();
        const { chat, messages } = await callFixture.talkWith(call.from);
        const { texts, ...message } = expected[kind];
        expect(messages.filter(({ message_type }) => message_type === "voice")).toMatchObject([message]);
        expect(chat?.is_replied).toBe(kind === "answered" ? 1 : 0);
        expect(chat?.new_message_count === 0).toBe(kind === "answered");
        expect(callFixture.textsTo(call.from)).toHaveLength(texts);
        const countCalls = "select count(*)::int as n from calls where sid = $1";
        expect((await app.pool.query(countCalls, [call.sid])).rows).toEqual([{ n: 1 }]);
      },
    ),
    { numRuns: inDepth(40, 15), interruptAfterTimeLimit: 70_000 },
  );
});
