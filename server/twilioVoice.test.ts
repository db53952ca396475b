import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accountSid, authToken, publicUrl } from "#ports/sms/twilio/fakeTwilio.ts";
import { createFakeCall, startFakeRecordings } from "#ports/voice/twilio/fakeTwilioCalls.ts";
import { createTwilioVoice } from "#ports/voice/twilio/twilioVoice.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { type CallFixture, createCallFixture } from "#testing/inbox/callFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

/* A real call end to end: signed webhooks over HTTP, through the port, into the chat. */

const forward = "+19095550177";
let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let phoning: CallFixture;
let recordings: Awaited<ReturnType<typeof startFakeRecordings>>;

beforeAll(async () => {
  recordings = await startFakeRecordings();
  const account = { accountSid, authTokens: [authToken] as const, apiUrl: recordings.apiUrl };
  app = await startTestApp({ voice: createTwilioVoice({ ...account, publicUrl, log: pino({ level: "silent" }) }) });
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  phoning = createCallFixture(app, dealer, agent);
  await phoning.forwardTo(forward);
});
afterAll(async () => {
  await app.close();
  await recordings.close();
});

async function deliver(url: URL, payload: string, headers: Record<string, string>) {
  const response = await app.http.inject({ method: "POST", url: url.pathname + url.search, payload, headers });
  return { status: response.statusCode, body: response.body };
}

async function startCall(from = freshPhone(), to = dealer.number) {
  const call = createFakeCall(deliver, from, to, recordings.apiUrl);
  await call.start();
  return { from, call };
}

const callMessages = async (phone: string) =>
  (await phoning.talkWith(phone)).messages.filter(({ message_type }) => message_type === "voice");

async function fetchRecording(address: string | null | undefined) {
  const { statusCode, headers } = await app.http.inject({ method: "GET", url: address ?? "" });
  return [statusCode, headers["content-type"]];
}

test("an answered call is announced, screened, recorded, and playable in the chat", async () => {
  const { from, call } = await startCall();
  expect(call.heard).toEqual([expect.stringContaining("will be recorded")]);
  expect(call.rings()).toEqual([forward]);
  expect(await call.answer()).toBe(true);
  expect(call.said).toEqual([expect.stringMatching(/^A call for Dealer .*press 1\.$/)]);
  await call.talk(65);
  expect(await call.again()).toBe(200);
  await app.jobs.runAll();
  const [message, ...others] = await callMessages(from);
  expect(others).toEqual([]);
  expect(message?.call).toMatchObject({ outcome: "answered", duration: 65, recording: "kept" });
  expect(await fetchRecording(message?.recording)).toEqual([200, "audio/wav"]);
});

test.each(["letRing", "machine"] as const)(
  "a missed call (%s) takes a voicemail that is playable in the chat",
  async (how) => {
    const { from, call } = await startCall();
    await call[how]();
    expect(call.takesMessage()).toBe(true);
    expect((await callMessages(from))[0]?.call?.outcome).toBe("missed");
    await call.leave(8);
    await app.jobs.runAll();
    const [message, ...others] = await callMessages(from);
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      message: "Voicemail",
      call: { outcome: "voicemail", duration: 8, recording: "kept" },
    });
    expect(await fetchRecording(message?.recording)).toEqual([200, "audio/wav"]);
    expect(phoning.textsTo(from)).toHaveLength(1);
  },
);

test("a call to the other location shows in that location's inbox only", async () => {
  const { from, call } = await startCall(freshPhone(), dealer.otherNumber);
  expect(call.takesMessage()).toBe(true);
  await call.leave(3);
  await app.jobs.runAll();
  expect(await phoning.chatOf(from)).toBeUndefined();
  const otherLocation = createCallFixture(app, dealer, await app.signIn(dealer.otherAgent));
  expect((await otherLocation.talkWith(from)).messages[0]?.call?.outcome).toBe("voicemail");
});

test("an unassigned number takes no calls", async () => {
  const { call } = await startCall(freshPhone(), "+15550000000");
  expect(call.heard).toEqual(["This number does not take calls."]);
  const stored = await app.pool.query("select 1 from calls where sid = $1", [call.sid]);
  expect(stored.rowCount).toBe(0);
});
