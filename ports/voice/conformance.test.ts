import Fastify, { type FastifyInstance } from "fastify";
import { fileTypeFromBuffer } from "file-type";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "#testing/database.ts";
import { systemClock } from "../clock/system.ts";
import { accountSid, authToken, publicUrl } from "../sms/twilio/fakeTwilio.ts";
import { createSimulatedVoice } from "./simulator/simulatedVoice.ts";
import { createFakeCall, type FakeCall, startFakeRecordings } from "./twilio/fakeTwilioCalls.ts";
import { createTwilioVoice } from "./twilio/twilioVoice.ts";
import type { CallKey, Forward, NextStep, Recording, Voice } from "./voice.ts";

const log = pino({ level: "silent" });
const ours = "+19095550100";
const phone = "+19095550123";
const other = "+19095550177";

/** One adapter, with control over its carrier and one call at a time. */
interface CallHarness {
  voice: Voice;
  start(): Promise<void>;
  /** The number that is ringing. */
  ringingNumber(): Promise<string | undefined>;
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
  close(): Promise<void>;
}

async function twilio(http: FastifyInstance): Promise<CallHarness> {
  const recordings = await startFakeRecordings();
  const { apiUrl } = recordings;
  const voice = createTwilioVoice({ accountSid, authTokens: [authToken], apiUrl, publicUrl, log });
  const deliver = async (url: URL, payload: string, headers: Record<string, string>) => {
    const answer = await http.inject({ method: "POST", url: url.pathname + url.search, payload, headers });
    return { status: answer.statusCode, body: answer.body };
  };
  let call: FakeCall;
  return {
    voice,
    async start() {
      call = createFakeCall(deliver, phone, ours, apiUrl);
      await call.start();
    },
    ringingNumber: async () => call.rings(),
    heard: async () => ({ caller: call.heard, other: call.said }),
    isRecordingMessage: async () => call.takesMessage(),
    letRing: () => call.letRing(),
    machine: () => call.machine(),
    answer: () => call.answer(),
    talk: (seconds) => call.talk(seconds),
    leave: (seconds) => call.leave(seconds),
    close: () => recordings.close(),
  };
}

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

async function simulator(): Promise<CallHarness> {
  const voice = createSimulatedVoice({ pool, clock: systemClock, log });
  const last = async () => {
    const call = (await voice.calls(phone)).at(-1);
    if (!call) throw new Error("No call");
    return call;
  };
  const promptsTo = async (side: string) =>
    (await last()).heard.filter(({ by }) => by === side).map(({ words }) => words);
  const act = async (action: Parameters<typeof voice.act>[1], seconds?: number) => {
    expect(await voice.act((await last()).id, action, seconds)).toBeDefined();
  };
  return {
    voice,
    start: async () => void (await voice.call(phone, ours)),
    ringingNumber: async () => {
      const { stage, step } = await last();
      return stage === "ringing" && "to" in step ? step.to : undefined;
    },
    heard: async () => ({ caller: await promptsTo("caller"), other: await promptsTo("dealership") }),
    isRecordingMessage: async () => (await last()).stage === "voicemail",
    letRing: () => act("decline"),
    machine: () => act("machine"),
    answer: () => act("answer"),
    talk: (seconds) => act("hang_up", seconds),
    leave: (seconds) => act("leave", seconds),
    close: async () => {},
  };
}

const forward: Forward = { kind: "forward", to: other, rings: 20, announcement: "It is recorded.", isRecorded: true };
const voicemail: NextStep = { kind: "voicemail", greeting: "Please speak.", longest: 60 };

describe.each([
  ["twilio", twilio],
  ["simulator", simulator],
])("%s", (_name, open) => {
  let harness: CallHarness;
  let http: FastifyInstance;
  let events: [string, CallKey, unknown?][];
  let steps: { incoming: NextStep; dialed: NextStep };
  let refusals: number;

  beforeEach(async () => {
    http = Fastify();
    harness = await open(http);
    [events, refusals] = [[], 0];
    steps = { incoming: forward, dialed: voicemail };
    const store = (name: string, call: CallKey, more?: unknown) => {
      if (refusals-- > 0) throw new Error("the database is away");
      events.push(more === undefined ? [name, call] : [name, call, more]);
      return steps;
    };
    const callbacks = {
      onIncomingCall: async (call: CallKey) => store("incoming", call).incoming,
      onPickedUp: async (call: CallKey) => store("pickedUp", call) && "A call for Harbor Motors.",
      onAccepted: async (call: CallKey) => void store("accepted", call),
      onDialed: async (call: CallKey, result: string) => store("dialed", call, result).dialed,
      onRecording: async (call: CallKey, recording: Recording) => void store("recorded", call, recording),
      onCallEnded: async (call: CallKey) => void store("ended", call),
    };
    await harness.voice.connect(callbacks, http);
  });
  afterEach(async () => {
    await harness.voice.stop();
    await http.close();
    await harness.close();
    await pool.query("truncate simulated_calls, simulated_faults cascade");
  });

  const eventNames = () => events.map(([name]) => name);
  const waitFor = (name: string) => vi.waitFor(() => expect(eventNames()).toContain(name), 5_000);
  const recording = () => events.find(([name]) => name === "recorded")?.[2] as Recording;

  test("an incoming call reports its numbers and, after the announcement, rings where the application says", async () => {
    await harness.start();
    expect(events).toEqual([["incoming", { sid: expect.stringMatching(/^CA[0-9a-f]{32}$/), from: phone, to: ours }]]);
    expect(await harness.ringingNumber()).toBe(other);
    expect((await harness.heard()).caller).toEqual(["It is recorded."]);
  });

  test("a person accepts with the key; the recording is reported with its length and can be fetched", async () => {
    await harness.start();
    await harness.answer();
    expect((await harness.heard()).other).toEqual(["A call for Harbor Motors. To take the call, press 1."]);
    steps.dialed = { kind: "hang up", words: "" };
    await harness.talk(42);
    await waitFor("recorded");
    await waitFor("ended");
    expect(eventNames().slice(0, 3)).toEqual(["incoming", "pickedUp", "accepted"]);
    expect(events.find(([name]) => name === "dialed")?.[2]).toBe("bridged");
    expect(recording()).toMatchObject({ part: "call", duration: 42, sid: expect.stringMatching(/^RE/) });
    expect(new Set(events.map(([, call]) => JSON.stringify(call))).size).toBe(1);
    const { type, bytes } = await harness.voice.fetchRecording(recording().url);
    expect(type).toMatch(/^audio\//);
    expect((await fileTypeFromBuffer(bytes))?.mime).toBe("audio/wav");
  });

  test("without a recording, nothing is announced or reported", async () => {
    steps.incoming = { ...forward, announcement: "", isRecorded: false };
    await harness.start();
    await harness.answer();
    steps.dialed = { kind: "hang up", words: "" };
    await harness.talk(5);
    await waitFor("ended");
    expect((await harness.heard()).caller).toEqual([]);
    expect(eventNames()).not.toContain("recorded");
  });

  test.each(["letRing", "machine"] as const)("an unaccepted call (%s) goes to voicemail", async (ending) => {
    await harness.start();
    await harness[ending]();
    expect(events.find(([name]) => name === "dialed")?.[2]).toBe("unanswered");
    expect(eventNames()).not.toContain("accepted");
    expect((await harness.heard()).caller).toEqual(["It is recorded.", "Please speak."]);
    expect(await harness.isRecordingMessage()).toBe(true);
    await harness.leave(9);
    await waitFor("recorded");
    await waitFor("ended");
    expect(recording()).toMatchObject({ part: "voicemail", duration: 9 });
  });

  test("a call may go straight to voicemail, or be rejected with a message", async () => {
    steps.incoming = voicemail;
    await harness.start();
    expect(await harness.isRecordingMessage()).toBe(true);
    steps.incoming = { kind: "hang up", words: "This number does not take calls." };
    await harness.start();
    expect((await harness.heard()).caller).toEqual(["This number does not take calls."]);
    await waitFor("ended");
  });

  test("a callback that fails is retried", async () => {
    refusals = 1;
    await harness.start();
    expect(await harness.ringingNumber()).toBe(other);
    await harness.letRing();
    refusals = 1;
    await harness.leave(3);
    await waitFor("recorded");
    expect(eventNames()).toEqual(expect.arrayContaining(["incoming", "dialed", "recorded"]));
  });

  test("spoken text arrives unchanged", async () => {
    steps.incoming = { kind: "hang up", words: `Tom & Jerry's <b>"cars"</b>` };
    await harness.start();
    expect((await harness.heard()).caller).toEqual([`Tom & Jerry's <b>"cars"</b>`]);
  });
});
