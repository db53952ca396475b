import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accountSid, authToken, publicUrl } from "../../sms/twilio/fakeTwilio.ts";
import type { CallKey, NextStep, Voice } from "../voice.ts";
import { readTwiml, sign, startFakeRecordings, type TwimlVerb } from "./fakeTwilioCalls.ts";
import { createTwilioVoice } from "./twilioVoice.ts";

let http: FastifyInstance;
let voice: Voice;
let recordings: Awaited<ReturnType<typeof startFakeRecordings>>;
let events: unknown[][];
let step: NextStep;
let isDown: boolean;

beforeEach(async () => {
  recordings = await startFakeRecordings();
  http = Fastify();
  [events, isDown] = [[], false];
  step = { kind: "hang up", words: "" };
  const account = { accountSid, authTokens: [authToken, "the-older-token"] as const, apiUrl: recordings.apiUrl };
  voice = createTwilioVoice({ ...account, publicUrl, log: pino({ level: "silent" }) });
  const store = (...event: unknown[]) => {
    if (isDown) throw new Error("the database is away");
    events.push(event);
    return step;
  };
  await voice.connect(
    {
      onIncomingCall: async (call) => store("incoming", call),
      onPickedUp: async (call) => store("pickedUp", call) && "A call.",
      onAccepted: async (call) => void store("accepted", call),
      onConnect: async (call) => store("connect", call),
      onAnswered: async (call) => store("answered", call) && "It is recorded.",
      onDialed: async (call, ...more) => store("dialed", call, ...more),
      onRecording: async (call, recording) => void store("recorded", call, recording),
      onCallEnded: async (call, seconds) => void store("ended", call, seconds),
    },
    http,
  );
});
afterEach(async () => {
  await voice.stop();
  await http.close();
  await recordings.close();
});

const call: CallKey = { sid: `CA${"1".repeat(32)}`, from: "+19095550123", to: "+19095550100" };
const form = { AccountSid: accountSid, CallSid: call.sid, From: call.from, To: call.to };
const query = new URLSearchParams({ CallSid: call.sid, From: call.from, To: call.to });

function post(url: string, fields: Record<string, string>, signature?: string) {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    ...(signature !== undefined && { "x-twilio-signature": signature }),
  };
  return http.inject({ method: "POST", url, headers, payload: new URLSearchParams(fields).toString() });
}

const signed = (path: string, fields: Record<string, string>, token?: string) =>
  post(path, fields, sign(publicUrl + path, fields, token));

async function twiml(path: string, fields: Record<string, string>): Promise<TwimlVerb[]> {
  const answer = await signed(path, fields);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "text/xml"]);
  return readTwiml(answer.body);
}

const voicePath = "/webhooks/twilio/voice";
const recordingPath = "/webhooks/twilio/recording";
const everyPath = [
  voicePath,
  `${voicePath}/picked-up?${query}`,
  `${voicePath}/accepted?${query}`,
  `${voicePath}/dialed?${query}`,
  `${voicePath}/left?${query}`,
  recordingPath,
];

describe("the signature", () => {
  test.each(everyPath)("%s: missing, wrong, or of another URL or account is a 403 with an empty body", async (path) => {
    const foreign = { ...form, AccountSid: `AC${"ff".repeat(16)}` };
    for (const answer of [
      await post(path, form),
      await post(path, form, ""),
      await post(path, form, sign(`https://evil.test${path}`, form)),
      await post(path, { ...form, From: "+19095550666" }, sign(publicUrl + path, form)),
      await signed(path, foreign),
      await signed(path, form, "stolen"),
    ]) {
      expect([answer.statusCode, answer.body]).toEqual([403, ""]);
    }
    expect(events).toEqual([]);
  });

  test("with the older token is accepted during token rotation", async () => {
    expect((await signed(voicePath, form, "the-older-token")).statusCode).toBe(200);
  });
});

describe("TwiML", () => {
  test("forwarding announces first, then dials with a prompt for whoever picks up", async () => {
    const to = ["+19095550177", "+19095550178"];
    step = { kind: "forward", to, rings: 20, turn: 2, announcement: "It is recorded.", isRecorded: true };
    const [say, dial, ...more] = await twiml(voicePath, { ...form, CallStatus: "ringing" });
    expect(more).toEqual([]);
    expect(say).toMatchObject({ name: "Say", text: "It is recorded." });
    expect(dial).toMatchObject({
      name: "Dial",
      attributes: {
        timeout: "20",
        answerOnBridge: "true",
        record: "record-from-answer-dual",
        action: `${publicUrl}${voicePath}/dialed?${query}&turn=2`,
        recordingStatusCallback: `${publicUrl}${recordingPath}?${query}&part=call`,
        recordingStatusCallbackEvent: "completed absent",
      },
      children: to.map((text) => {
        return { name: "Number", text, attributes: { url: `${publicUrl}${voicePath}/picked-up?${query}` } };
      }),
    });
    // Without a caller ID, the other phone shows the caller's own number.
    expect(dial?.attributes).not.toHaveProperty("callerId");
  });

  test("forwarding without a recording announces and records nothing", async () => {
    const to = ["+19095550177"];
    step = { kind: "forward", to, rings: 20, turn: 0, announcement: "", isRecorded: false };
    const [dial] = await twiml(voicePath, form);
    expect(dial?.name).toBe("Dial");
    expect(dial?.attributes).not.toHaveProperty("record");
  });

  test("the prompt waits for the key, and hangs up without it", async () => {
    const [gather, end] = await twiml(`${voicePath}/picked-up?${query}`, { ...form, CallSid: `CA${"2".repeat(32)}` });
    expect(gather).toMatchObject({ name: "Gather", attributes: { numDigits: "1" }, children: [{ name: "Say" }] });
    expect(gather?.attributes.action).toBe(`${publicUrl}${voicePath}/accepted?${query}`);
    expect(end?.name).toBe("Hangup");
    // The webhook is of the other phone's leg; the URL identifies the call.
    expect(events).toEqual([["pickedUp", call]]);
  });

  test.each([
    ["1", true],
    ["2", false],
    ["", false],
  ])("the key %j: accepted is %s", async (Digits, isAccepted) => {
    const verbs = await twiml(`${voicePath}/accepted?${query}`, { ...form, Digits });
    expect(verbs.map(({ name }) => name)).toEqual(isAccepted ? [] : ["Hangup"]);
    expect(events).toEqual(isAccepted ? [["accepted", call]] : []);
  });

  test("voicemail greets, beeps and records a message", async () => {
    step = { kind: "voicemail", greeting: "Please speak.", longest: 60 };
    const [say, record, end] = await twiml(`${voicePath}/dialed?${query}`, { ...form, DialCallStatus: "no-answer" });
    expect(say?.text).toBe("Please speak.");
    expect(record).toMatchObject({ name: "Record", attributes: { maxLength: "60", playBeep: "true" } });
    expect(record?.attributes.recordingStatusCallback).toBe(`${publicUrl}${recordingPath}?${query}&part=voicemail`);
    expect(end?.name).toBe("Hangup");
    expect((await twiml(new URL(record?.attributes.action ?? "").href.slice(publicUrl.length), form))[0]?.name).toBe(
      "Hangup",
    );
  });
});

test.each([
  [{ DialCallStatus: "completed", DialCallDuration: "30" }, "picked_up", 30],
  [{ DialCallStatus: "answered" }, "picked_up", undefined],
  [{ DialCallStatus: "completed", DialCallDuration: "30", DialBridged: "true" }, "bridged", 30],
  [{ DialCallStatus: "completed", DialCallDuration: "9", DialBridged: "false" }, "unanswered", 9],
  [{ DialCallStatus: "no-answer" }, "unanswered", undefined],
  [{ DialCallStatus: "busy" }, "unanswered", undefined],
  [{ DialCallStatus: "failed" }, "unanswered", undefined],
  [{ DialCallStatus: "canceled" }, "unanswered", undefined],
  [{}, "unanswered", undefined],
])("maps the dial result %j to %s", async (fields, result, seconds) => {
  await signed(`${voicePath}/dialed?${query}&turn=1`, { ...form, ...fields });
  expect(events).toEqual([["dialed", call, result, seconds, 1]]);
});

describe("callbacks", () => {
  const url = "https://api.twilio.com/2010-04-01/Accounts/AC1/Recordings/RE1";
  const recording = { AccountSid: accountSid, CallSid: call.sid, RecordingSid: "RE1", RecordingUrl: url };

  test("a recording reports its part, with the call's numbers from the URL", async () => {
    await signed(`${recordingPath}?${query}&part=voicemail`, { ...recording, RecordingDuration: "12" });
    await signed(recordingPath, { ...recording, RecordingStatus: "completed", RecordingSource: "DialVerb" });
    await signed(recordingPath, { ...recording, RecordingSource: "Conference" });
    const bare = { ...call, from: "", to: "" };
    expect(events).toEqual([
      ["recorded", call, { sid: "RE1", url, part: "voicemail", duration: 12 }],
      ["recorded", bare, { sid: "RE1", url, part: "call", duration: undefined }],
      ["recorded", bare, { sid: "RE1", url, part: "", duration: undefined }],
    ]);
  });

  test.each<Record<string, string>>([
    { RecordingStatus: "absent" },
    { RecordingStatus: "in-progress" },
    { RecordingUrl: "" },
    { RecordingUrl: "x" },
  ])("%j is not a recording, and gets a 200", async (more) => {
    expect((await signed(recordingPath, { ...recording, ...more })).statusCode).toBe(200);
    expect(events).toEqual([]);
  });

  test.each(["completed", "busy", "failed", "no-answer", "canceled"])(
    "%s ends a call, on either webhook",
    async (CallStatus) => {
      for (const path of [recordingPath, voicePath]) await signed(path, { ...form, CallStatus, CallDuration: "33" });
      expect(events).toEqual([
        ["ended", call, 33],
        ["ended", call, 33],
      ]);
    },
  );

  test.each(["ringing", "in-progress", "constructor", ""])("the status %j does not end a call", async (CallStatus) => {
    expect((await signed(recordingPath, { ...form, CallStatus })).statusCode).toBe(200);
    expect(events).toEqual([]);
  });

  test.each(["", "SM1", "CA'; drop table calls", "CA-1"])("ignores the invalid call sid %j", async (CallSid) => {
    expect((await signed(voicePath, { ...form, CallSid })).statusCode).toBe(200);
    expect(events).toEqual([]);
  });

  test.each(["anonymous", "+266696687", "client:alice", ""])("%j counts as a private number", async (From) => {
    await signed(voicePath, { ...form, From });
    expect(events).toEqual([["incoming", { ...call, from: "" }]]);
  });

  test("a webhook that can't be stored gets a 503, so that Twilio delivers it again", async () => {
    isDown = true;
    for (const path of [voicePath, `${voicePath}/dialed?${query}`, `${voicePath}/picked-up?${query}`]) {
      expect((await signed(path, form)).statusCode).toBe(503);
    }
    expect((await signed(recordingPath, recording)).statusCode).toBe(503);
  });
});

describe("fetching", () => {
  const path = `/2010-04-01/Accounts/${accountSid}/Recordings/RE1`;

  test("gets the audio from the configured API, with our credentials", async () => {
    for (const host of ["https://api.twilio.com", recordings.apiUrl]) {
      expect((await voice.fetchRecording(host + path)).bytes.byteLength).toBeGreaterThan(44);
    }
    expect(recordings.requests.map(({ path: requested }) => requested)).toEqual([`${path}.mp3`, `${path}.mp3`]);
    expect(recordings.requests[0]?.authorization).toMatch(/^Basic /);
  });

  test("fetches nothing from other hosts", async () => {
    await expect(voice.fetchRecording("http://169.254.169.254/latest/meta-data")).rejects.toThrow("not fetched from");
    await expect(voice.fetchRecording(`https://evil.test${path.replace(accountSid, "AC1")}`)).rejects.toThrow(
      "not fetched",
    );
  });
});
