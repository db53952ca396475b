import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inbox } from "#domains/inbox/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { createNotificationFixture } from "#testing/notifications/notificationFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let app: TestApp;
let dealer: Dealership;
let fixture: ReturnType<typeof createNotificationFixture>;
let phone: string;
let customer: string;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  fixture = createNotificationFixture(app, dealer);
  phone = await fixture.setNotificationPhone();
  customer = freshPhone();
  app.events.occupiedRooms.splice(0);
  await app.jobs.runAll();
});

const texts = (to = phone) => app.sms.sent.filter((text) => text.to === to);
const minutes = (count: number) => app.clock.advance(count * 60_000);

async function text(body: string, from = customer, to = dealer.number) {
  await fixture.receiveText(from, body, to);
  await app.jobs.runAll();
}

test("while nobody is online, the notification phone is texted who wrote what, and where to answer", async () => {
  await text(`Is it still there? ${"x".repeat(300)}`);
  const [notice, ...more] = texts();
  expect(more).toEqual([]);
  expect(notice?.from).toBe(dealer.number);
  const name = `(${customer.slice(2, 5)}) ${customer.slice(5, 8)}-${customer.slice(8)}`;
  expect(notice?.body).toMatch(
    /^Downtown: new message from .*: "Is it still there\? x{10,50}…" Reply at https:\/\/rooftop\.test\/inbox\/all\/\d+ /,
  );
  expect(notice?.body).toContain(name);
  expect(notice?.body.length).toBeLessThanOrEqual(306);
  expect(texts(customer)).toEqual([]);
});

test("the platform's own number is the sender if it has one", async () => {
  const own = freshPhone();
  await app.operator();
  await app.pool.query("insert into locations (dealer_id, id, title) values (0, 1, 'Platform') on conflict do nothing");
  const insert = "insert into phone_numbers (number, dealer_id, location_id, provider) values ($1, 0, 1, 'scripted')";
  await app.pool.query(insert, [own]);
  await text("Hello");
  expect(texts()[0]?.from).toBe(own);
  await app.pool.query("delete from phone_numbers where number = $1", [own]);
});

test("no text while somebody of the location is online; people of other locations don't count", async () => {
  const { dealer_id, location_id, otherLocation_id } = dealer;
  app.events.occupiedRooms.push({ kind: "location", dealer_id, location_id });
  await text("Somebody sees this");
  expect(texts()).toEqual([]);
  app.events.occupiedRooms.splice(0, 1, { kind: "location", dealer_id, location_id: otherLocation_id });
  await text("Nobody sees this");
  expect(texts()).toHaveLength(1);
});

test("at most one text per chat in 15 minutes", async () => {
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

test("concurrent texts cause one text, whatever the order of the jobs", async () => {
  await Promise.all(["a", "b", "c", "d"].map((body) => fixture.receiveText(customer, body)));
  await Promise.all([app.jobs.runAll(), app.jobs.runAll(), app.jobs.runAll()]);
  expect(texts()).toHaveLength(1);
});

test("a text from the notification phone itself is not forwarded to it", async () => {
  await text("Who was that?", phone);
  expect(texts()).toEqual([]);
});

test("our own numbers don't answer each other endlessly", async () => {
  await text("Hello", dealer.otherNumber);
  expect(texts()).toEqual([]);
});

test("a location without a notification phone texts nobody", async () => {
  await fixture.setNotificationPhone("");
  const before = app.sms.sent.length;
  await text("Hello");
  await text("Hello", freshPhone(), dealer.otherNumber);
  expect(app.sms.sent).toHaveLength(before);
});

test("a phone whose owner said stop is not texted", async () => {
  await text("STOP", phone);
  const answered = texts().length;
  await text("Hello");
  expect(texts()).toHaveLength(answered);
});

test("a message that was read meanwhile causes no text", async () => {
  await fixture.receiveText(customer, "Hello");
  const agent = await app.signIn(dealer.agent);
  const { allActiveChats } = (await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} })).data;
  await agent(inbox.messages, { params: { chat_id: allActiveChats[0]?.id ?? 0 }, body: {} });
  await app.jobs.runAll();
  expect(texts()).toEqual([]);
});

test("a busy carrier is retried, a refusal or a lost response is final", async () => {
  app.sms.answerNext({ kind: "busy", retryAfterSeconds: 1 });
  await fixture.receiveText(customer, "Hello");
  await expect(app.jobs.runAll()).rejects.toThrow("timed out");
  await text("Hello again");
  expect(texts()).toHaveLength(2);
  app.sms.answerNext({ kind: "lost", why: "timeout" });
  const other = freshPhone();
  await text("Hello", other);
  await text("Hello again", other);
  expect(texts()).toHaveLength(3);
});

test("an unanswered call causes one text, too", async () => {
  const call = { sid: `CA${customer}`, from: customer, to: dealer.number };
  await app.voice.listener.onIncomingCall(call);
  await app.jobs.runAll();
  const recording = { sid: "RE1", url: "https://carrier.test/1", part: "voicemail", duration: 5 } as const;
  await app.voice.listener.onRecording(call, recording);
  await app.jobs.runAll();
  expect(texts()).toHaveLength(1);
  expect(texts()[0]?.body).toMatch(/call|Voicemail/);
});
