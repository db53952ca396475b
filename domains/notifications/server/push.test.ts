import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { createNotificationFixture } from "#testing/notifications/notificationFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { notifications } from "../contract.ts";

let app: TestApp;
let dealer: Dealership;
let fixture: ReturnType<typeof createNotificationFixture>;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  fixture = createNotificationFixture(app, dealer);
  fixture.takePushTargets();
});

const device = async (email: string) => fixture.subscribe(await app.signIn(email));

async function receiveAndPush(body: string, from = freshPhone()) {
  await fixture.receiveText(from, body);
  await app.jobs.runAll();
}

test("a text is pushed to everybody of its location, and to nobody else", async () => {
  const stranger = await app.dealership();
  const expected = [await device(dealer.owner), await device(dealer.manager), await device(dealer.agent)];
  await device(dealer.otherAgent);
  await device(stranger.owner);
  await receiveAndPush("Is it still there?");
  expect(fixture.takePushTargets()).toEqual(expected.sort());
});

test("the push carries message, chat and sender as kind 2, with one topic per chat", async () => {
  const agent = await app.signIn(dealer.agent);
  const { phone, chat_id } = await createInboxFixture(app, dealer, agent).chat();
  await fixture.subscribe(agent);
  await receiveAndPush(`Is it\nstill there? ${"x".repeat(300)}`, phone);
  const { target, message } = app.pushes.pushed[0] ?? {};
  expect(target).toMatchObject({ kind: "web", p256dh: "a-point", auth: "a-secret" });
  expect(message).toMatchObject({ topic: `chat-${chat_id}`, ttl: 4 * 3600 });
  expect(message?.data).toMatchObject({
    msgType: "2",
    target_id: String(chat_id),
    title: "Cara Moss",
    url: `/inbox/all/${chat_id}`,
    body: expect.stringMatching(/^Is it still there\? x{90,}…$/),
  });
  const newest = (await agent(inbox.messages, { params: { chat_id }, body: {} })).data.allMessages.at(-1);
  expect(JSON.parse(message?.data.message ?? "")).toMatchObject({ id: newest?.id, chat_id, message_type: "message" });
});

test("an unnamed customer appears by number, and a text without words as an attachment", async () => {
  await device(dealer.agent);
  const from = freshPhone();
  const media = [{ url: "https://carrier.example.com/1", type: "image/png" }];
  const text = { sid: `SM${from}`, from, to: dealer.number, body: "", media, carrierAnsweredOptOut: false };
  await app.sms.listener.onInboundText(text);
  await app.jobs.runAll();
  const { title, body } = app.pushes.pushed[0]?.message.data ?? {};
  expect([title, body]).toEqual([`(${from.slice(2, 5)}) ${from.slice(5, 8)}-${from.slice(8)}`, "An attachment"]);
});

test("a text that the carrier reports twice is pushed once", async () => {
  await device(dealer.agent);
  const [from, sid] = [freshPhone(), `SM${crypto.randomUUID()}`];
  const text = { sid, from, to: dealer.number, body: "Hi", media: [], carrierAnsweredOptOut: false };
  await Promise.all([app.sms.listener.onInboundText(text), app.sms.listener.onInboundText(text)]);
  await app.jobs.runAll();
  expect(fixture.takePushTargets()).toHaveLength(1);
});

test("an unreachable device is removed", async () => {
  const endpoint = await device(dealer.agent);
  app.pushes.answerNext({ kind: "gone" });
  await receiveAndPush("Hello");
  const { rowCount } = await app.pool.query("select 1 from push_subscriptions where endpoint = $1", [endpoint]);
  expect(rowCount).toBe(0);
  fixture.takePushTargets();
  await receiveAndPush("Hello again");
  expect(fixture.takePushTargets()).toEqual([]);
});

test("a busy push service is retried, a refusal is not, and neither removes the device", async () => {
  const endpoint = await device(dealer.agent);
  app.pushes.answerNext({ kind: "busy", why: "the push service answered 503" });
  await fixture.receiveText(freshPhone(), "Hello");
  await expect(app.jobs.runAll()).rejects.toThrow("the push service answered 503");
  app.pushes.answerNext({ kind: "refused", why: "the push service answered 413" });
  await receiveAndPush("Hello again");
  fixture.takePushTargets();
  await receiveAndPush("And again");
  expect(fixture.takePushTargets()).toEqual([endpoint]);
});

test("a job that waited more than an hour pushes nothing", async () => {
  await device(dealer.agent);
  await fixture.receiveText(freshPhone(), "Hello");
  app.clock.advance(3_600_001);
  await app.jobs.runAll();
  expect(fixture.takePushTargets()).toEqual([]);
});

test("a mention is pushed to its person only, and not after it was read", async () => {
  const [agent, manager] = [await app.signIn(dealer.agent), await app.signIn(dealer.manager)];
  const [mine] = [await fixture.subscribe(agent), await fixture.subscribe(manager)];
  const { chat_id } = await createInboxFixture(app, dealer, agent).chat();
  await fixture.notify([dealer.agent], { chat_id, title: "Ana mentioned you", text: "Please look" });
  await app.jobs.runAll();
  const { data } = app.pushes.pushed[0]?.message ?? {};
  expect(data).toMatchObject({ msgType: "1", title: "Ana mentioned you", body: "Please look", kind: "mention" });
  expect(fixture.takePushTargets()).toEqual([mine]);
  await fixture.notify([dealer.agent], { chat_id });
  await agent(notifications.readAll);
  await app.jobs.runAll();
  expect(fixture.takePushTargets()).toEqual([]);
});

test("a name with a script is sent unchanged, for the browser to show as text", async () => {
  const agent = await app.signIn(dealer.agent);
  const { id, phone } = await createInboxFixture(app, dealer, agent).chat();
  const form = {
    first_name: "<script>alert(1)</script>",
    last_name: "x",
    email: "x@example.com",
    address: "1 Elm St",
    company: "",
  };
  await agent(customers.update, { params: { id }, body: { ...form, phone: phone.slice(2) } });
  await fixture.subscribe(agent);
  await receiveAndPush("Hi", phone);
  expect(app.pushes.pushed[0]?.message.data.title).toBe("<script>alert(1)</script> x");
});
