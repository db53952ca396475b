import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import type { CallKey } from "#ports/voice/voice.ts";
import { settleAfter } from "../rules.ts";
import { type Phoning, phoningOf } from "../testing/phoning.ts";

/* However often and in whatever order the carrier tells: the same facts come to the same end. */

let house: TestHouse;
let dealer: Dealership;
let agent: Caller;
let phoning: Phoning;

beforeAll(async () => {
  house = await openTestHouse();
  dealer = await house.dealership();
  agent = await house.signIn(dealer.agent);
  phoning = phoningOf(house, dealer, agent);
  await phoning.forwardTo("+19095550177");
});
afterAll(() => house.close());

/** What is told of one call, each by itself. */
function tellings(kind: "answered" | "machine" | "unanswered" | "silent") {
  const { listener } = house.voice;
  const call = phoning.newCall();
  const sound = phoning.recording(kind === "answered" ? "call" : "voicemail", 11);
  const machine = phoning.recording("call", 3);
  const incoming = (of: CallKey) => listener.incoming(of);
  const ended = (of: CallKey) => listener.ended(of, 60);
  const recorded = (of: CallKey) => listener.recorded(of, sound);
  const all: Record<typeof kind, ((of: CallKey) => Promise<unknown>)[]> = {
    answered: [
      incoming,
      (of) => listener.pickedUp(of),
      (of) => listener.accepted(of),
      (of) => listener.dialed(of, "bridged", 45),
      recorded,
      ended,
    ],
    machine: [
      incoming,
      (of) => listener.pickedUp(of),
      (of) => listener.recorded(of, machine),
      (of) => listener.dialed(of, "unanswered", 9),
      recorded,
      ended,
    ],
    unanswered: [incoming, (of) => listener.dialed(of, "unanswered", undefined), recorded, ended],
    silent: [incoming, (of) => listener.dialed(of, "unanswered", undefined), ended],
  };
  return { call, all: all[kind] };
}

const ends = {
  answered: { message: "Call", call: { outcome: "answered", duration: 45, recording: "kept" }, texts: 0 },
  machine: { message: "Voicemail", call: { outcome: "voicemail", duration: 11, recording: "kept" }, texts: 1 },
  unanswered: { message: "Voicemail", call: { outcome: "voicemail", duration: 11, recording: "kept" }, texts: 1 },
  silent: { message: "Missed call", call: { outcome: "missed", duration: null, recording: "none" }, texts: 1 },
} as const;

const kinds = Object.keys(ends) as (keyof typeof ends)[];

/** Tells one after the other, or all at once. */
async function tellAll(calls: readonly (() => Promise<unknown>)[], atOnce: boolean): Promise<void> {
  if (atOnce) await Promise.all(calls.map((tell) => tell()));
  else for (const tell of calls) await tell();
}

test("duplicates and any order, also all at once: one line, one sound, at most one text", {
  timeout: 90_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.array(fc.nat(), { minLength: 18, maxLength: 18 }),
      fc.boolean(),
      async (kind, keys, atOnce) => {
        const { call, all } = tellings(kind);
        const thrice = [...all, ...all, ...all].map((tell) => () => tell(call));
        const shuffled = thrice.map((tell, at) => [keys[at] ?? 0, tell] as const).sort(([a], [b]) => a - b);
        await tellAll(
          shuffled.map(([, tell]) => tell),
          atOnce,
        );
        house.clock.advance(settleAfter * 1000);
        await house.jobs.doAll();
        const { chat, messages } = await phoning.talkWith(call.from);
        const { texts, ...line } = ends[kind];
        expect(messages.filter(({ message_type }) => message_type === "voice")).toMatchObject([line]);
        expect(chat?.is_replied).toBe(kind === "answered" ? 1 : 0);
        expect(chat?.new_message_count === 0).toBe(kind === "answered");
        expect(phoning.textsTo(call.from)).toHaveLength(texts);
        const kept = "select count(*)::int as n from calls where sid = $1";
        expect((await house.pool.query(kept, [call.sid])).rows).toEqual([{ n: 1 }]);
      },
    ),
    { numRuns: 40, interruptAfterTimeLimit: 70_000 },
  );
});
