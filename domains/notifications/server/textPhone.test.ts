import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Dealership, freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { tellingOf } from "../testing/telling.ts";

let house: TestHouse;
let dealer: Dealership;
let telling: ReturnType<typeof tellingOf>;
let phone: string;
let customer: string;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  dealer = await house.dealership();
  telling = tellingOf(house, dealer);
  phone = await telling.notificationPhone();
  customer = freshPhone();
  house.events.peopled.splice(0);
  await house.jobs.doAll();
});

const texts = (to = phone) => house.sms.sent.filter((text) => text.to === to);
const minutes = (count: number) => house.clock.advance(count * 60_000);

async function text(body: string, from = customer, to = dealer.number) {
  await telling.text(from, body, to);
  await house.jobs.doAll();
}

test("when nobody is there, the notification phone is texted who wrote what, and where to answer", async () => {
  await text(`Is it still there? ${"x".repeat(300)}`);
  const [told, ...more] = texts();
  expect(more).toEqual([]);
  expect(told?.from).toBe(dealer.number);
  const name = `(${customer.slice(2, 5)}) ${customer.slice(5, 8)}-${customer.slice(8)}`;
  expect(told?.body).toMatch(
    /^Downtown: new message from .*: "Is it still there\? x{10,50}…" Answer at https:\/\/rooftop\.test\/inbox\/all\/\d+ /,
  );
  expect(told?.body).toContain(name);
  expect(told?.body.length).toBeLessThanOrEqual(306);
  expect(texts(customer)).toEqual([]);
});

test("the platform's own number is the sender where it has one", async () => {
  const own = freshPhone();
  await house.operator();
  await house.pool.query(
    "insert into locations (dealer_id, id, title) values (0, 1, 'Platform') on conflict do nothing",
  );
  const insert = "insert into phone_numbers (number, dealer_id, location_id, provider) values ($1, 0, 1, 'scripted')";
  await house.pool.query(insert, [own]);
  await text("Hello");
  expect(texts()[0]?.from).toBe(own);
  await house.pool.query("delete from phone_numbers where number = $1", [own]);
});

test("while somebody of the location is there, it is not; somebody at the other location is not there", async () => {
  const { dealer_id, location_id, otherLocation_id } = dealer;
  house.events.peopled.push({ kind: "location", dealer_id, location_id });
  await text("Somebody sees this");
  expect(texts()).toEqual([]);
  house.events.peopled.splice(0, 1, { kind: "location", dealer_id, location_id: otherLocation_id });
  await text("Nobody sees this");
  expect(texts()).toHaveLength(1);
});

test("about one chat at most one text comes in 15 minutes, about each chat its own", async () => {
  await text("First");
  await text("Second");
  minutes(14);
  await text("Third");
  expect(texts()).toHaveLength(1);
  await text("From somebody else", freshPhone());
  expect(texts()).toHaveLength(2);
  minutes(1);
  await text("Fourth");
  expect(texts()).toHaveLength(3);
  expect(texts().at(-1)?.body).toContain("Fourth");
});

test("texts that come at once are one text, however the jobs run", async () => {
  await Promise.all(["a", "b", "c", "d"].map((body) => telling.text(customer, body)));
  await Promise.all([house.jobs.doAll(), house.jobs.doAll(), house.jobs.doAll()]);
  expect(texts()).toHaveLength(1);
});

test("what the notification phone itself texts in is not told to it", async () => {
  await text("Who was that?", phone);
  expect(texts()).toEqual([]);
});

test("two of our own numbers don't answer each other for ever", async () => {
  await text("Hello", dealer.otherNumber);
  expect(texts()).toEqual([]);
});

test("a location without a notification phone texts nobody", async () => {
  await telling.notificationPhone("");
  const before = house.sms.sent.length;
  await text("Hello");
  await text("Hello", freshPhone(), dealer.otherNumber);
  expect(house.sms.sent).toHaveLength(before);
});

test("a phone whose owner said stop is not texted", async () => {
  await text("STOP", phone);
  const answered = texts().length;
  await text("Hello");
  expect(texts()).toHaveLength(answered);
});

test("what was read in the meantime is not told", async () => {
  await telling.text(customer, "Hello");
  const agent = await house.signIn(dealer.agent);
  const { allActiveChats } = (await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} })).data;
  await agent(inbox.messages, { params: { chat_id: allActiveChats[0]?.id ?? 0 }, body: {} });
  await house.jobs.doAll();
  expect(texts()).toEqual([]);
});

test("a busy carrier is asked again, a refusal or a lost answer is final", async () => {
  house.sms.answerNext({ kind: "busy", retryAfterSeconds: 1 });
  await telling.text(customer, "Hello");
  await expect(house.jobs.doAll()).rejects.toThrow("no time");
  await text("Hello again");
  expect(texts()).toHaveLength(2);
  house.sms.answerNext({ kind: "lost", why: "timeout" });
  const other = freshPhone();
  await text("Hello", other);
  await text("Hello again", other);
  expect(texts()).toHaveLength(3);
});

test("a call that nobody takes is told too, once", async () => {
  const call = { sid: `CA${customer}`, from: customer, to: dealer.number };
  await house.voice.listener.incoming(call);
  await house.jobs.doAll();
  const recording = { sid: "RE1", url: "https://carrier.test/1", part: "voicemail", duration: 5 } as const;
  await house.voice.listener.recorded(call, recording);
  await house.jobs.doAll();
  expect(texts()).toHaveLength(1);
  expect(texts()[0]?.body).toMatch(/call|Voicemail/);
});
