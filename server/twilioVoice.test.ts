import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { type Dealership, freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { type Phoning, phoningOf } from "#domains/inbox/voice/testing/phoning.ts";
import { accountSid, authToken, publicUrl } from "#ports/sms/fakeTwilio.ts";
import { createFakeCall, startFakeRecordings } from "#ports/voice/fakeTwilioCalls.ts";
import { createTwilioVoice } from "#ports/voice/twilio.ts";

/* The whole road of a real call: signed webhooks over HTTP, through the port, into the chat. */

const forward = "+19095550177";
let house: TestHouse;
let dealer: Dealership;
let agent: Caller;
let phoning: Phoning;
let recordings: Awaited<ReturnType<typeof startFakeRecordings>>;

beforeAll(async () => {
  recordings = await startFakeRecordings();
  const account = { accountSid, authTokens: [authToken] as const, apiUrl: recordings.apiUrl };
  house = await openTestHouse({ voice: createTwilioVoice({ ...account, publicUrl, log: pino({ level: "silent" }) }) });
  dealer = await house.dealership();
  agent = await house.signIn(dealer.agent);
  phoning = phoningOf(house, dealer, agent);
  await phoning.forwardTo(forward);
});
afterAll(async () => {
  await house.close();
  await recordings.close();
});

async function deliver(url: URL, payload: string, headers: Record<string, string>) {
  const answer = await house.http.inject({ method: "POST", url: url.pathname + url.search, payload, headers });
  return { status: answer.statusCode, body: answer.body };
}

async function calls(from = freshPhone(), to = dealer.number) {
  const call = createFakeCall(deliver, from, to, recordings.apiUrl);
  await call.start();
  return { from, call };
}

const lines = async (phone: string) =>
  (await phoning.talkWith(phone)).messages.filter(({ message_type }) => message_type === "voice");

async function soundAt(address: string | null | undefined) {
  const { statusCode, headers } = await house.http.inject({ method: "GET", url: address ?? "" });
  return [statusCode, headers["content-type"]];
}

test("a call that is taken: announced, screened, recorded, and heard in the chat", async () => {
  const { from, call } = await calls();
  expect(call.heard).toEqual([expect.stringContaining("will be recorded")]);
  expect(call.rings()).toBe(forward);
  expect(await call.answer()).toBe(true);
  expect(call.said).toEqual([expect.stringMatching(/^A call for Dealer .*press 1\.$/)]);
  await call.talk(65);
  expect(await call.again()).toBe(200);
  await house.jobs.doAll();
  const [line, ...more] = await lines(from);
  expect(more).toEqual([]);
  expect(line?.call).toEqual({ outcome: "answered", duration: 65, recording: "kept" });
  expect(await soundAt(line?.recording)).toEqual([200, "audio/wav"]);
});

test.each(["letRing", "machine"] as const)(
  "a call that nobody takes (%s): a message is left and heard",
  async (how) => {
    const { from, call } = await calls();
    await call[how]();
    expect(call.takesMessage()).toBe(true);
    expect((await lines(from))[0]?.call?.outcome).toBe("missed");
    await call.leave(8);
    await house.jobs.doAll();
    const [line, ...more] = await lines(from);
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      message: "Voicemail",
      call: { outcome: "voicemail", duration: 8, recording: "kept" },
    });
    expect(await soundAt(line?.recording)).toEqual([200, "audio/wav"]);
    expect(phoning.textsTo(from)).toHaveLength(1);
  },
);

test("a call to the other location lies in that location's inbox alone", async () => {
  const { from, call } = await calls(freshPhone(), dealer.otherNumber);
  expect(call.takesMessage()).toBe(true);
  await call.leave(3);
  await house.jobs.doAll();
  expect(await phoning.chatOf(from)).toBeUndefined();
  const there = phoningOf(house, dealer, await house.signIn(dealer.otherAgent));
  expect((await there.talkWith(from)).messages[0]?.call?.outcome).toBe("voicemail");
});

test("a number that is nobody's takes no calls", async () => {
  const { call } = await calls(freshPhone(), "+15550000000");
  expect(call.heard).toEqual(["This number does not take calls."]);
  const known = await house.pool.query("select 1 from calls where sid = $1", [call.sid]);
  expect(known.rowCount).toBe(0);
});
