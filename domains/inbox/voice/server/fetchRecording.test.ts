import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { mostTries } from "../rules.ts";
import { type Phoning, phoningOf } from "../testing/phoning.ts";

let house: TestHouse;
let dealer: Dealership;
let agent: Caller;
let phoning: Phoning;

beforeAll(async () => {
  house = await openTestHouse();
  dealer = await house.dealership();
  agent = await house.signIn(dealer.agent);
  phoning = phoningOf(house, dealer, agent);
});
afterAll(() => house.close());
beforeEach(() => void house.jobs.kept.splice(0));

/** A message that was left; its recording has not been fetched yet. */
async function left() {
  const call = phoning.newCall();
  await house.voice.listener.incoming(call);
  await house.voice.listener.recorded(call, phoning.recording("voicemail", 4));
  return call;
}

/** Lets the job be done again and again, as the queue does after a failure. */
async function fetchUntil(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const job = house.jobs.kept.find(({ job: { name } }) => name === "voice.fetchRecording");
    await house.jobs.doAll().then(
      () => undefined,
      () => job && house.jobs.kept.push(job),
    );
  }
}

const lineOf = async (phone: string) => (await phoning.talkWith(phone)).messages.find(({ call }) => call !== null);
const get = (url: string) => house.http.inject({ method: "GET", url });

test("is heard at an address for this location's staff, for a while, and as what it is", async () => {
  const call = await left();
  await house.jobs.doAll();
  const { recording } = (await lineOf(call.from)) ?? {};
  const answer = await get(recording ?? "");
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "audio/wav"]);
  expect(answer.rawPayload.subarray(0, 4).toString()).toBe("RIFF");
  expect(answer.headers["content-disposition"]).toBe("inline");
  expect(answer.headers["cache-control"]).toContain("private");
  expect((await get((recording ?? "").replace(/\/recordings\/\d+\//, "/recordings/0/"))).statusCode).toBe(404);
  const before = house.clock.now();
  house.clock.advance(3 * 3_600_000);
  expect((await get(recording ?? "")).statusCode).toBe(404);
  house.clock.set(before);
});

test("a part of it is answered as a part: browsers jump in it, and some play nothing else", async () => {
  const call = await left();
  await house.jobs.doAll();
  const { recording: url = "" } = (await lineOf(call.from)) ?? {};
  const whole = (await get(url ?? "")).rawPayload;
  const ask = (range: string) => house.http.inject({ method: "GET", url: url ?? "", headers: { range } });
  const part = await ask("bytes=10-19");
  expect([part.statusCode, part.headers["content-range"]]).toEqual([206, `bytes 10-19/${whole.length}`]);
  expect(part.rawPayload).toEqual(whole.subarray(10, 20));
  expect((await ask("bytes=0-")).rawPayload).toEqual(whole);
  expect((await ask("bytes=-5")).rawPayload).toEqual(whole.subarray(-5));
  expect((await ask(`bytes=${whole.length}-`)).statusCode).toBe(416);
});

test("a fetch that fails is tried again, and the recording comes", async () => {
  const call = await left();
  house.voice.fetchNext(new Error("not there yet"), new Error("not there yet"));
  await fetchUntil(2);
  expect(await lineOf(call.from)).toMatchObject({ recording: null, call: { recording: "coming" } });
  await fetchUntil(1);
  expect(await lineOf(call.from)).toMatchObject({ call: { recording: "kept" } });
});

test("after many failures it is lost, and the chat says so", async () => {
  const call = await left();
  house.voice.fetchNext(...Array.from({ length: mostTries }, () => new Error("gone")));
  house.events.heard.splice(0);
  await fetchUntil(mostTries);
  expect(await lineOf(call.from)).toMatchObject({ recording: null, call: { outcome: "voicemail", recording: "lost" } });
  expect(house.events.heard).toContainEqual(expect.objectContaining({ event: "chat-message-open" }));
  expect(house.jobs.kept).toEqual([]);
});

test("what is no sound is not kept", async () => {
  const call = await left();
  house.voice.fetchNext({ type: "text/html", bytes: Buffer.from("<script>alert(1)</script>") });
  await fetchUntil(1);
  expect(await lineOf(call.from)).toMatchObject({ recording: null, call: { recording: "coming" } });
  await fetchUntil(1);
  expect(await lineOf(call.from)).toMatchObject({ call: { recording: "kept" } });
});

test("done twice, it is fetched once", async () => {
  await left();
  const [job] = house.jobs.kept.filter(({ job: { name } }) => name === "voice.fetchRecording");
  if (job) house.jobs.kept.push(job);
  house.voice.fetched.splice(0);
  await house.jobs.doAll();
  expect(house.voice.fetched).toHaveLength(1);
});

test("another location's and another dealer's people hear nothing", async () => {
  const call = await left();
  await house.jobs.doAll();
  const line = await lineOf(call.from);
  const [chat_id, message_id] = [line?.chat_id ?? 0, line?.id ?? 0];
  const other = await house.dealership();
  house.events.heard.splice(0);
  for (const email of [other.owner, other.agent, dealer.otherAgent]) {
    const stranger = await house.signIn(email);
    await expect(stranger(inbox.messages, { params: { chat_id }, body: {} })).rejects.toMatchObject({ status: 404 });
    const last = stranger(inbox.receiveLast, { body: { chat_id, message_id } });
    await expect(last).rejects.toMatchObject({ status: 404 });
  }
  const again = phoning.newCall(call.from);
  await house.voice.listener.incoming(again);
  const room = { kind: "location", dealer_id: dealer.dealer_id, location_id: dealer.location_id } as const;
  expect(house.events.in(room).length).toBeGreaterThan(0);
  expect(house.events.in(room)).toEqual(house.events.heard);
});
