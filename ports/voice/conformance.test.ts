import Fastify, { type FastifyInstance } from "fastify";
import { fileTypeFromBuffer } from "file-type";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { freshDatabase } from "#core/testing/database.ts";
import { systemClock } from "../clock/system.ts";
import { accountSid, authToken, publicUrl } from "../sms/fakeTwilio.ts";
import { createFakeCall, type FakeCall, startFakeRecordings } from "./fakeTwilioCalls.ts";
import { createSimulatedVoice } from "./simulator.ts";
import { createTwilioVoice } from "./twilio.ts";
import type { CallKey, Forward, NextStep, Recording, Voice } from "./voice.ts";

const log = pino({ level: "silent" });
const ours = "+19095550100";
const phone = "+19095550123";
const other = "+19095550177";

/** One adapter, and a hand on its carrier: one call at a time. */
interface Carrier {
  voice: Voice;
  start(): Promise<void>;
  /** Where it rings. */
  rings(): Promise<string | undefined>;
  /** What the caller has heard, and what whoever picked up the other phone. */
  heard(): Promise<{ caller: string[]; other: string[] }>;
  takesMessage(): Promise<boolean>;
  letRing(): Promise<unknown>;
  /** A machine picks up the other phone. */
  machine(): Promise<unknown>;
  answer(): Promise<unknown>;
  /** Who took the call talks so many seconds, then both hang up. */
  talk(seconds: number): Promise<unknown>;
  leave(seconds: number): Promise<unknown>;
  close(): Promise<void>;
}

async function twilio(http: FastifyInstance): Promise<Carrier> {
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
    rings: async () => call.rings(),
    heard: async () => ({ caller: call.heard, other: call.said }),
    takesMessage: async () => call.takesMessage(),
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

async function simulator(): Promise<Carrier> {
  const voice = createSimulatedVoice({ pool, clock: systemClock, log });
  const last = async () => {
    const call = (await voice.calls(phone)).at(-1);
    if (!call) throw new Error("No call");
    return call;
  };
  const wordsTo = async (side: string) =>
    (await last()).heard.filter(({ by }) => by === side).map(({ words }) => words);
  const act = async (action: Parameters<typeof voice.act>[1], seconds?: number) => {
    expect(await voice.act((await last()).id, action, seconds)).toBeDefined();
  };
  return {
    voice,
    start: async () => void (await voice.call(phone, ours)),
    rings: async () => {
      const { stage, step } = await last();
      return stage === "ringing" && "to" in step ? step.to : undefined;
    },
    heard: async () => ({ caller: await wordsTo("caller"), other: await wordsTo("dealership") }),
    takesMessage: async () => (await last()).stage === "voicemail",
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
  let carrier: Carrier;
  let http: FastifyInstance;
  let told: [string, CallKey, unknown?][];
  let steps: { incoming: NextStep; dialed: NextStep };
  let refusals: number;

  beforeEach(async () => {
    http = Fastify();
    carrier = await open(http);
    [told, refusals] = [[], 0];
    steps = { incoming: forward, dialed: voicemail };
    const keep = (what: string, call: CallKey, more?: unknown) => {
      if (refusals-- > 0) throw new Error("the database is away");
      told.push(more === undefined ? [what, call] : [what, call, more]);
      return steps;
    };
    const listener = {
      incoming: async (call: CallKey) => keep("incoming", call).incoming,
      pickedUp: async (call: CallKey) => keep("pickedUp", call) && "A call for Harbor Motors.",
      accepted: async (call: CallKey) => void keep("accepted", call),
      dialed: async (call: CallKey, result: string) => keep("dialed", call, result).dialed,
      recorded: async (call: CallKey, recording: Recording) => void keep("recorded", call, recording),
      ended: async (call: CallKey) => void keep("ended", call),
    };
    await carrier.voice.connect(listener, http);
  });
  afterEach(async () => {
    await carrier.voice.stop();
    await http.close();
    await carrier.close();
    await pool.query("truncate simulated_calls, simulated_faults cascade");
  });

  const whats = () => told.map(([what]) => what);
  const has = (what: string) => vi.waitFor(() => expect(whats()).toContain(what), 5_000);
  const recording = () => told.find(([what]) => what === "recorded")?.[2] as Recording;

  test("a call is told with its numbers, and rings where the application says, after the announcement", async () => {
    await carrier.start();
    expect(told).toEqual([["incoming", { sid: expect.stringMatching(/^CA[0-9a-f]{32}$/), from: phone, to: ours }]]);
    expect(await carrier.rings()).toBe(other);
    expect((await carrier.heard()).caller).toEqual(["It is recorded."]);
  });

  test("a person takes it with the key; the talk is recorded, told with its length, and can be fetched", async () => {
    await carrier.start();
    await carrier.answer();
    expect((await carrier.heard()).other).toEqual(["A call for Harbor Motors. To take the call, press 1."]);
    steps.dialed = { kind: "hang up", words: "" };
    await carrier.talk(42);
    await has("recorded");
    await has("ended");
    expect(whats().slice(0, 3)).toEqual(["incoming", "pickedUp", "accepted"]);
    expect(told.find(([what]) => what === "dialed")?.[2]).toBe("bridged");
    expect(recording()).toMatchObject({ part: "call", duration: 42, sid: expect.stringMatching(/^RE/) });
    expect(new Set(told.map(([, call]) => JSON.stringify(call))).size).toBe(1);
    const { type, bytes } = await carrier.voice.fetchRecording(recording().url);
    expect(type).toMatch(/^audio\//);
    expect((await fileTypeFromBuffer(bytes))?.mime).toBe("audio/wav");
  });

  test("without a recording nothing is announced and nothing told", async () => {
    steps.incoming = { ...forward, announcement: "", isRecorded: false };
    await carrier.start();
    await carrier.answer();
    steps.dialed = { kind: "hang up", words: "" };
    await carrier.talk(5);
    await has("ended");
    expect((await carrier.heard()).caller).toEqual([]);
    expect(whats()).not.toContain("recorded");
  });

  test.each(["letRing", "machine"] as const)("nobody takes it (%s): a message is taken", async (how) => {
    await carrier.start();
    await carrier[how]();
    expect(told.find(([what]) => what === "dialed")?.[2]).toBe("unanswered");
    expect(whats()).not.toContain("accepted");
    expect((await carrier.heard()).caller).toEqual(["It is recorded.", "Please speak."]);
    expect(await carrier.takesMessage()).toBe(true);
    await carrier.leave(9);
    await has("recorded");
    await has("ended");
    expect(recording()).toMatchObject({ part: "voicemail", duration: 9 });
  });

  test("a call may go to voicemail at once, or be turned away with words", async () => {
    steps.incoming = voicemail;
    await carrier.start();
    expect(await carrier.takesMessage()).toBe(true);
    steps.incoming = { kind: "hang up", words: "This number does not take calls." };
    await carrier.start();
    expect((await carrier.heard()).caller).toEqual(["This number does not take calls."]);
    await has("ended");
  });

  test("what could not be stored is told again", async () => {
    refusals = 1;
    await carrier.start();
    expect(await carrier.rings()).toBe(other);
    await carrier.letRing();
    refusals = 1;
    await carrier.leave(3);
    await has("recorded");
    expect(whats()).toEqual(expect.arrayContaining(["incoming", "dialed", "recorded"]));
  });

  test("words come through as they are", async () => {
    steps.incoming = { kind: "hang up", words: `Tom & Jerry's <b>"cars"</b>` };
    await carrier.start();
    expect((await carrier.heard()).caller).toEqual([`Tom & Jerry's <b>"cars"</b>`]);
  });
});
