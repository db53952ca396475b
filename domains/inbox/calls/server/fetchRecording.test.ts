import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { type CallFixture, createCallFixture } from "#testing/inbox/callFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { maxFetchAttempts } from "../rules.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let callFixture: CallFixture;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  callFixture = createCallFixture(app, dealer, agent);
});
afterAll(() => app.close());
beforeEach(() => void app.jobs.queued.splice(0));

/** A call with a voicemail whose recording hasn't been fetched yet. */
async function leaveVoicemail() {
  const call = callFixture.newCall();
  await app.voice.listener.onIncomingCall(call);
  await app.voice.listener.onRecording(call, callFixture.recording("voicemail", 4));
  return call;
}

/** Runs the fetch job several times, as the queue retries it. */
async function runFetches(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const job = app.jobs.queued.find(({ job: { name } }) => name === "voice.fetchRecording");
    await app.jobs.runAll().then(
      () => undefined,
      () => job && app.jobs.queued.push(job),
    );
  }
}

const callMessage = async (phone: string) =>
  (await callFixture.talkWith(phone)).messages.find(({ call }) => call !== null);
const get = (url: string) => app.http.inject({ method: "GET", url });

test("a recording is served at an expiring address, with its real type", async () => {
  const call = await leaveVoicemail();
  await app.jobs.runAll();
  const { recording } = (await callMessage(call.from)) ?? {};
  const answer = await get(recording ?? "");
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "audio/wav"]);
  expect(answer.rawPayload.subarray(0, 4).toString()).toBe("RIFF");
  expect(answer.headers["content-disposition"]).toBe("inline");
  expect(answer.headers["cache-control"]).toContain("private");
  expect((await get((recording ?? "").replace(/\/recordings\/\d+\//, "/recordings/0/"))).statusCode).toBe(404);
  const before = app.clock.now();
  app.clock.advance(3 * 3_600_000);
  expect((await get(recording ?? "")).statusCode).toBe(404);
  app.clock.set(before);
});

test("range requests are supported: browsers seek with them, and some play nothing else", async () => {
  const call = await leaveVoicemail();
  await app.jobs.runAll();
  const { recording: url = "" } = (await callMessage(call.from)) ?? {};
  const whole = (await get(url ?? "")).rawPayload;
  const getRange = (range: string) => app.http.inject({ method: "GET", url: url ?? "", headers: { range } });
  const partial = await getRange("bytes=10-19");
  expect([partial.statusCode, partial.headers["content-range"]]).toEqual([206, `bytes 10-19/${whole.length}`]);
  expect(partial.rawPayload).toEqual(whole.subarray(10, 20));
  expect((await getRange("bytes=0-")).rawPayload).toEqual(whole);
  expect((await getRange("bytes=-5")).rawPayload).toEqual(whole.subarray(-5));
  expect((await getRange(`bytes=${whole.length}-`)).statusCode).toBe(416);
});

test("a failed fetch is retried", async () => {
  const call = await leaveVoicemail();
  app.voice.fetchNext(new Error("not there yet"), new Error("not there yet"));
  await runFetches(2);
  expect(await callMessage(call.from)).toMatchObject({ recording: null, call: { recording: "coming" } });
  await runFetches(1);
  expect(await callMessage(call.from)).toMatchObject({ call: { recording: "kept" } });
});

test("after many failures it counts as lost, and the chat shows that", async () => {
  const call = await leaveVoicemail();
  app.voice.fetchNext(...Array.from({ length: maxFetchAttempts }, () => new Error("gone")));
  app.events.published.splice(0);
  await runFetches(maxFetchAttempts);
  expect(await callMessage(call.from)).toMatchObject({
    recording: null,
    call: { outcome: "voicemail", recording: "lost" },
  });
  expect(app.events.published).toContainEqual(expect.objectContaining({ event: "chat-message-open" }));
  expect(app.jobs.queued.map(({ job }) => job.name)).not.toContain("voice.fetchRecording");
});

test("what isn't audio is not stored", async () => {
  const call = await leaveVoicemail();
  app.voice.fetchNext({ type: "text/html", bytes: Buffer.from("<script>alert(1)</script>") });
  await runFetches(1);
  expect(await callMessage(call.from)).toMatchObject({ recording: null, call: { recording: "coming" } });
  await runFetches(1);
  expect(await callMessage(call.from)).toMatchObject({ call: { recording: "kept" } });
});

test("a repeated job fetches once", async () => {
  await leaveVoicemail();
  const [job] = app.jobs.queued.filter(({ job: { name } }) => name === "voice.fetchRecording");
  if (job) app.jobs.queued.push(job);
  app.voice.fetched.splice(0);
  await app.jobs.runAll();
  expect(app.voice.fetched).toHaveLength(1);
});

test("another location's or dealer's staff get neither recording nor events", async () => {
  const call = await leaveVoicemail();
  await app.jobs.runAll();
  const message = await callMessage(call.from);
  const [chat_id, message_id] = [message?.chat_id ?? 0, message?.id ?? 0];
  const other = await app.dealership();
  app.events.published.splice(0);
  for (const email of [other.owner, other.agent, dealer.otherAgent]) {
    const stranger = await app.signIn(email);
    await expect(stranger(inbox.messages, { params: { chat_id }, body: {} })).rejects.toMatchObject({ status: 404 });
    const last = stranger(inbox.receiveLast, { body: { chat_id, message_id } });
    await expect(last).rejects.toMatchObject({ status: 404 });
  }
  const again = callFixture.newCall(call.from);
  await app.voice.listener.onIncomingCall(again);
  const room = { kind: "location", dealer_id: dealer.dealer_id, location_id: dealer.location_id } as const;
  expect(app.events.inRoom(room).length).toBeGreaterThan(0);
  expect(app.events.inRoom(room)).toEqual(app.events.published);
});
