import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { fileTypeFromBuffer } from "file-type";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { inTime, passed } from "#testing/deadlines.ts";
import type { FakeCalls } from "./fakeCalls.ts";
import { fakeCarriers } from "./fakeCarriers.ts";
import type { CallKey, Connect, Forward, NextStep, Recording } from "./voice.ts";

const log = pino({ level: "silent" });
const ours = "+19095550100";
const phone = "+19095550123";
const other = "+19095550177";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const forward: Forward = {
  kind: "forward",
  to: [other],
  rings: 20,
  turn: 0,
  announcement: "It is recorded.",
  isRecorded: true,
};
const connect: Connect = { kind: "connect", to: phone, shown: ours, rings: 20, isRecorded: true };
const voicemail: NextStep = { kind: "voicemail", greeting: "Please speak.", longest: 60 };

describe.each(fakeCarriers)("%s", (_name, open) => {
  let carrier: FakeCalls;
  let http: FastifyInstance;
  let events: [string, CallKey, unknown?][];
  let steps: { incoming: NextStep; connect: NextStep; dialed: NextStep };
  let refusals: number;
  let turns: (number | undefined)[];

  beforeEach(async () => {
    http = Fastify();
    carrier = await open({ http, pool, log, phone, ours });
    [events, refusals, turns] = [[], 0, []];
    steps = { incoming: forward, connect, dialed: voicemail };
    const store = (name: string, call: CallKey, more?: unknown) => {
      if (refusals-- > 0) throw new Error("the database is away");
      events.push(more === undefined ? [name, call] : [name, call, more]);
      return steps;
    };
    const callbacks = {
      onIncomingCall: async (call: CallKey) => store("incoming", call).incoming,
      onPickedUp: async (call: CallKey) => store("pickedUp", call) && "A call for Harbor Motors.",
      onAccepted: async (call: CallKey) => void store("accepted", call),
      onConnect: async (call: CallKey) => store("connect", call).connect,
      onAnswered: async (call: CallKey) => store("answered", call) && "This is Harbor Motors.",
      onDialed: async (call: CallKey, result: string, _seconds: number | undefined, turn?: number) => {
        turns.push(turn);
        return store("dialed", call, result).dialed;
      },
      onRecording: async (call: CallKey, recording: Recording) => void store("recorded", call, recording),
      onCallEnded: async (call: CallKey) => void store("ended", call),
    };
    await carrier.voice.connect(callbacks, http);
  });
  afterEach(async () => {
    await carrier.voice.stop();
    await http.close();
    await carrier.close();
  });

  const eventNames = () => events.map(([name]) => name);
  const waitFor = (name: string) => vi.waitFor(() => expect(eventNames()).toContain(name), 5_000);
  const recording = () => events.find(([name]) => name === "recorded")?.[2] as Recording;

  test("an incoming call reports its numbers and, after the announcement, rings where the application says", async () => {
    await carrier.start();
    expect(events).toEqual([["incoming", { sid: expect.stringMatching(carrier.sids.call), from: phone, to: ours }]]);
    expect(await carrier.ringingNumbers()).toEqual([other]);
    expect((await carrier.heard()).caller).toEqual(["It is recorded."]);
  });

  test("a person accepts with the key; the recording is reported with its length and can be fetched", async () => {
    await carrier.start();
    await carrier.answer();
    expect((await carrier.heard()).other).toEqual(["A call for Harbor Motors. To take the call, press 1."]);
    steps.dialed = { kind: "hang up", words: "" };
    await carrier.talk(42);
    await waitFor("recorded");
    await waitFor("ended");
    expect(eventNames().slice(0, 3)).toEqual(["incoming", "pickedUp", "accepted"]);
    expect(events.find(([name]) => name === "dialed")?.[2]).toBe("bridged");
    expect(recording()).toMatchObject({
      part: "call",
      duration: 42,
      sid: expect.stringMatching(carrier.sids.recording),
    });
    expect(new Set(events.map(([, call]) => JSON.stringify(call))).size).toBe(1);
    const { type, bytes } = await carrier.voice.fetchRecording(recording().url);
    expect(type).toMatch(/^audio\//);
    expect((await fileTypeFromBuffer(bytes))?.mime).toBe("audio/wav");
  });

  test("without a recording, nothing is announced or reported", async () => {
    steps.incoming = { ...forward, announcement: "", isRecorded: false };
    await carrier.start();
    await carrier.answer();
    steps.dialed = { kind: "hang up", words: "" };
    await carrier.talk(5);
    await waitFor("ended");
    expect((await carrier.heard()).caller).toEqual([]);
    expect(eventNames()).not.toContain("recorded");
  });

  test.each(["letRing", "machine"] as const)("an unaccepted call (%s) goes to voicemail", async (ending) => {
    await carrier.start();
    await carrier[ending]();
    expect(events.find(([name]) => name === "dialed")?.[2]).toBe("unanswered");
    expect(eventNames()).not.toContain("accepted");
    expect((await carrier.heard()).caller).toEqual(["It is recorded.", "Please speak."]);
    expect(await carrier.isRecordingMessage()).toBe(true);
    await carrier.leave(9);
    await waitFor("recorded");
    await waitFor("ended");
    expect(recording()).toMatchObject({ part: "voicemail", duration: 9 });
  });

  test("several phones ring at once, and the next ones in their turn, until nobody is left", async () => {
    steps.incoming = { ...forward, to: [other, "+19095550178"] };
    await carrier.start();
    expect(await carrier.ringingNumbers()).toEqual([other, "+19095550178"]);
    steps.dialed = { ...forward, to: ["+19095550179"], turn: 1, announcement: "" };
    await carrier.letRing();
    expect(await carrier.ringingNumbers()).toEqual(["+19095550179"]);
    steps.dialed = voicemail;
    await carrier.machine();
    expect(await carrier.isRecordingMessage()).toBe(true);
    expect(turns).toEqual([0, 1]);
    expect((await carrier.heard()).caller).toEqual(["It is recorded.", "Please speak."]);
  });

  test("a call may go straight to voicemail, or be rejected with a message", async () => {
    steps.incoming = voicemail;
    await carrier.start();
    expect(await carrier.isRecordingMessage()).toBe(true);
    steps.incoming = { kind: "hang up", words: "This number does not take calls." };
    await carrier.start();
    expect((await carrier.heard()).caller).toEqual(["This number does not take calls."]);
    await waitFor("ended");
  });

  test("a callback that fails is retried", async () => {
    refusals = 1;
    await carrier.start();
    expect(await carrier.ringingNumbers()).toEqual([other]);
    await carrier.letRing();
    refusals = 1;
    await carrier.leave(3);
    await waitFor("recorded");
    expect(eventNames()).toEqual(expect.arrayContaining(["incoming", "dialed", "recorded"]));
  });

  test("spoken text arrives unchanged", async () => {
    steps.incoming = { kind: "hang up", words: `Tom & Jerry's <b>"cars"</b>` };
    await carrier.start();
    expect((await carrier.heard()).caller).toEqual([`Tom & Jerry's <b>"cars"</b>`]);
  });

  const outgoing = () => ({ reference: randomUUID(), from: ours, to: phone, member: other, rings: 20 });

  test("a placed call rings the member, then the customer with our number, and connects the two", async () => {
    const request = outgoing();
    expect(await carrier.voice.placeCall(request, inTime)).toMatchObject({ kind: "placed" });
    expect(await carrier.memberPhone()).toBe(other);
    await carrier.pressKey();
    expect(eventNames()).toEqual(["pickedUp", "connect"]);
    expect(await carrier.ringingNumbers()).toEqual([phone]);
    expect(await carrier.shownNumber()).toBe(ours);
    await carrier.answerAtCustomer();
    steps.dialed = { kind: "hang up", words: "" };
    await carrier.talk(42);
    await waitFor("recorded");
    await waitFor("ended");
    expect(eventNames().slice(2, 3)).toEqual(["answered"]);
    expect(events.find(([name]) => name === "dialed")?.[2]).toBe("bridged");
    expect(recording()).toMatchObject({ part: "call", duration: 42 });
    const key = { sid: request.reference, from: ours, to: phone };
    expect(new Set(events.map(([, call]) => JSON.stringify(call)))).toEqual(new Set([JSON.stringify(key)]));
    const heard = Object.values(await carrier.heard()).flat();
    expect(heard).toEqual(
      expect.arrayContaining(["A call for Harbor Motors. To call, press 1.", "This is Harbor Motors."]),
    );
  });

  test.each(["memberIgnores", "memberMachine"] as const)(
    "when the member doesn't press the key (%s), nobody else rings",
    async (ending) => {
      await carrier.voice.placeCall(outgoing(), inTime);
      await carrier.memberPhone();
      await carrier[ending]();
      await waitFor("ended");
      expect(eventNames()).not.toContain("connect");
      expect(eventNames()).not.toContain("dialed");
    },
  );

  test("a customer who doesn't pick up ends a placed call", async () => {
    await carrier.voice.placeCall(outgoing(), inTime);
    await carrier.memberPhone();
    await carrier.pressKey();
    steps.dialed = { kind: "hang up", words: "No one answered." };
    await carrier.letRing();
    await waitFor("ended");
    expect(events.find(([name]) => name === "dialed")?.[2]).toBe("unanswered");
    expect(eventNames()).not.toContain("answered");
    expect(Object.values(await carrier.heard()).flat()).toContain("No one answered.");
  });

  test("after a lost answer a call isn't repeated, and rings all the same", async () => {
    await carrier.loseNextAnswer();
    expect(await carrier.voice.placeCall(outgoing(), inTime)).toMatchObject({ kind: "lost" });
    expect(await carrier.requests()).toBe(1);
    await carrier.memberPhone();
    await carrier.pressKey();
    expect(eventNames()).toEqual(["pickedUp", "connect"]);
  });

  test("no phone rings once the deadline has passed", async () => {
    expect(await carrier.voice.placeCall(outgoing(), passed)).toMatchObject({ kind: "refused", class: "later" });
    expect(await carrier.requests()).toBe(0);
  });

  test("a phone that can't be called is refused", async () => {
    await carrier.refuseNext();
    expect(await carrier.voice.placeCall(outgoing(), inTime)).toMatchObject({ kind: "refused", class: "phone" });
    expect(await carrier.requests()).toBe(0);
  });
});
