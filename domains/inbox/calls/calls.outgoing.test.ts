import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import type { CallKey, VoiceCallbacks } from "#ports/voice/voice.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { type CallFixture, createCallFixture } from "#testing/inbox/callFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { callLog, voice } from "./contract.ts";
import { settleAfterEndSeconds, settleAfterSeconds } from "./rules.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let carrier: VoiceCallbacks;
let calls: CallFixture;
let phone: string;
let customer_id: number;
const ownPhone = "+19095550177";

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  carrier = app.voice.listener;
  calls = createCallFixture(app, dealer, agent);
  app.voice.placed.length = 0;
  customer_id = await addCustomer();
});

async function addCustomer(): Promise<number> {
  phone = freshPhone();
  const names = {
    first_name: "Cara",
    last_name: "Moss",
    email: `${freshPhone().slice(1)}@example.com`,
    address: "1 Elm St",
    company: "",
  };
  return (await agent(customers.add, { body: { ...names, phone: phone.slice(2) } })).data.id;
}

/** Places a call, as the carrier then knows it. */
async function place(own = ownPhone): Promise<CallKey> {
  await agent(voice.placeCall, { body: { customer_id, phone: own.slice(2) } });
  const request = app.voice.placed.at(-1);
  if (!request) throw new Error("Nothing was placed");
  return { sid: request.reference, from: request.from, to: request.to };
}

const logged = async (show: "all" | "outgoing" | "missed" = "all") =>
  (await agent(callLog.table, { body: { period: "year", show } })).data;
const spoken = async () => (await calls.talkWith(phone)).messages;

test("the member's phone rings first, then the customer's; what they said is heard in the conversation", async () => {
  const { message } = await agent(voice.placeCall, { body: { customer_id, phone: "(909)555-0177" } });
  expect(message).toBe("Pick up (909) 555-0177 and press 1 to call Cara Moss");
  const [request] = app.voice.placed;
  expect(request).toMatchObject({ from: dealer.number, to: phone, member: ownPhone, rings: 20 });
  const call = { sid: request?.reference ?? "", from: dealer.number, to: phone };
  expect(await carrier.onPickedUp(call)).toBe("Your call to Cara Moss. It will be recorded.");
  expect(await logged()).toMatchObject([{ outcome: "ringing" }]);
  expect(await carrier.onConnect(call)).toEqual({
    kind: "connect",
    to: phone,
    shown: dealer.number,
    rings: 30,
    isRecorded: true,
  });
  expect(await carrier.onAnswered(call)).toMatch(/^This is a call from .+\. It will be recorded\.$/);
  expect(await carrier.onDialed(call, "bridged", 42)).toMatchObject({ kind: "hang up" });
  await carrier.onRecording(call, calls.recording("call", 42));
  await carrier.onCallEnded(call, 60);
  await app.jobs.runAll();
  const [message_] = await spoken();
  expect(message_).toMatchObject({
    message_type: "voice",
    is_from_customer: 0,
    state: "sent",
    call: { outcome: "answered", direction: "outgoing", duration: 42, recording: "kept" },
  });
  expect(message_?.sent_by).not.toBe("");
  expect(await logged("outgoing")).toMatchObject([
    { direction: "outgoing", phone, outcome: "answered", duration: 42, called_by: message_?.sent_by, first_time: 0 },
  ]);
});

test("the reports may come in any order and more than once", async () => {
  const call = await place();
  for (const _ of [1, 2]) {
    await carrier.onCallEnded(call, 60);
    await carrier.onDialed(call, "bridged", 42);
    await carrier.onAnswered(call);
    await carrier.onConnect(call);
    await carrier.onPickedUp(call);
  }
  expect(await spoken()).toMatchObject([{ call: { outcome: "answered", duration: 42 } }]);
  expect(await logged()).toMatchObject([{ outcome: "answered" }]);
});

test("a customer who doesn't pick up is no missed call: nobody is texted, and the chat isn't unread", async () => {
  const call = await place();
  await carrier.onPickedUp(call);
  await carrier.onConnect(call);
  expect(await carrier.onDialed(call, "unanswered", undefined)).toEqual({
    kind: "hang up",
    words: "No one answered.",
  });
  await carrier.onCallEnded(call, undefined);
  await app.jobs.runAll();
  const { chat, messages } = await calls.talkWith(phone);
  expect(chat).toMatchObject({ new_message_count: 0, new_message: "Outgoing call, no answer" });
  expect(messages).toMatchObject([{ call: { outcome: "missed", direction: "outgoing" } }]);
  expect(calls.textsTo(phone)).toEqual([]);
  expect(await logged()).toMatchObject([{ outcome: "no_answer" }]);
  expect(await logged("missed")).toEqual([]);
});

test("a call whose member never pressed the key never reached the customer", async () => {
  const call = await place();
  await carrier.onPickedUp(call);
  await carrier.onCallEnded(call, undefined);
  app.clock.advance(settleAfterEndSeconds * 1000);
  await app.jobs.runAll();
  expect(await logged()).toMatchObject([{ outcome: "unplaced" }]);
  expect(await spoken()).toEqual([]);
});

test("talking answers a customer who waited, a call in vain doesn't", async () => {
  await carrier.onIncomingCall(calls.newCall(phone));
  await app.jobs.runAll();
  app.clock.advance(settleAfterSeconds * 1000);
  await app.jobs.runAll();
  const waits = async () => (await calls.chatOf(phone))?.is_replied;
  expect(await waits()).toBe(0);
  const vain = await place();
  await carrier.onConnect(vain);
  await carrier.onDialed(vain, "unanswered", undefined);
  expect(await waits()).toBe(0);
  const call = await place();
  await carrier.onConnect(call);
  await carrier.onDialed(call, "bridged", 5);
  expect(await waits()).toBe(1);
});

test("the phone is asked for once", async () => {
  const refused = agent(voice.placeCall, { body: { customer_id } });
  await expect(refused).rejects.toMatchObject({
    status: 422,
    fields: { phone: "Enter the phone that should ring first" },
  });
  const call = await place();
  await carrier.onCallEnded(call, undefined);
  app.clock.advance(settleAfterSeconds * 1000);
  await app.jobs.runAll();
  await agent(voice.placeCall, { body: { customer_id } });
  expect(app.voice.placed.map(({ member }) => member)).toEqual([ownPhone, ownPhone]);
  expect((await agent(voice.ownPhone)).data.phone).toBe(ownPhone);
  await agent(voice.changeOwnPhone, { body: { phone: "" } });
  expect((await agent(voice.ownPhone)).data.phone).toBe("");
});

test("one call at a time: a second click rings nobody", async () => {
  await place();
  await expect(place()).rejects.toMatchObject({ status: 409 });
  expect(app.voice.placed).toHaveLength(1);
});

test("the business's numbers and the customer's phone can't be the member's", async () => {
  for (const own of [dealer.number, phone]) {
    await expect(place(own)).rejects.toMatchObject({
      status: 422,
      fields: { phone: expect.stringMatching(/^Enter your own/) },
    });
  }
  const change = agent(voice.changeOwnPhone, { body: { phone: dealer.number.slice(2) } });
  await expect(change).rejects.toMatchObject({ status: 422, fields: { phone: expect.any(String) } });
  expect(app.voice.placed).toEqual([]);
});

test("what the carrier refuses is said, and leaves the phone free", async () => {
  app.voice.placeNext({ kind: "refused", class: "phone", why: "21211" });
  await expect(place()).rejects.toMatchObject({
    status: 422,
    fields: { phone: expect.stringMatching(/Check the number/) },
  });
  app.voice.placeNext({ kind: "refused", class: "configuration", why: "20003" });
  await expect(place()).rejects.toMatchObject({ status: 409 });
  expect(await logged()).toMatchObject([{ outcome: "unplaced" }, { outcome: "unplaced" }]);
  await place();
});

test("after an unclear answer nothing is repeated, and what rings all the same is taken", async () => {
  app.voice.placeNext({ kind: "lost", why: "timeout" });
  const call = await place();
  expect(app.voice.placed).toHaveLength(1);
  await carrier.onConnect(call);
  await carrier.onDialed(call, "bridged", 9);
  expect(await logged()).toMatchObject([{ outcome: "answered" }]);
  app.voice.placeNext({ kind: "lost", why: "timeout" });
  await place();
  app.clock.advance(settleAfterSeconds * 1000);
  await app.jobs.runAll();
  expect(app.voice.placed).toHaveLength(2);
  expect((await logged())[0]).toMatchObject({ outcome: "unplaced" });
});

test("a report on a call that nobody placed changes nothing", async () => {
  const unknown = { sid: "00000000-0000-4000-8000-000000000000", from: phone, to: dealer.number };
  expect(await carrier.onConnect(unknown)).toMatchObject({ kind: "hang up" });
  expect(await carrier.onDialed(unknown, "bridged", 5)).toMatchObject({ kind: "hang up" });
  expect(await logged()).toEqual([]);
});

test("a location without a number of its own can't call", async () => {
  const numbers = "update phone_numbers set kind = 'tracking' where dealer_id = $1 and location_id = $2";
  await app.pool.query(numbers, [dealer.dealer_id, dealer.location_id]);
  await expect(place()).rejects.toMatchObject({ status: 409 });
  expect(app.voice.placed).toEqual([]);
});
