import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Dealership, freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { talkOf } from "#domains/inbox/testing/talk.ts";
import { notifications } from "../contract.ts";
import { tellingOf } from "../testing/telling.ts";

let house: TestHouse;
let dealer: Dealership;
let telling: ReturnType<typeof tellingOf>;

beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house.close());
beforeEach(async () => {
  dealer = await house.dealership();
  telling = tellingOf(house, dealer);
  telling.pushedTo();
});

const device = async (email: string) => telling.subscribe(await house.signIn(email));

async function texted(body: string, from = freshPhone()) {
  await telling.text(from, body);
  await house.jobs.doAll();
}

test("a text is pushed to all who work at its location, and to nobody else", async () => {
  const stranger = await house.dealership();
  const wanted = [await device(dealer.owner), await device(dealer.manager), await device(dealer.agent)];
  await device(dealer.otherAgent);
  await device(stranger.owner);
  await texted("Is it still there?");
  expect(telling.pushedTo()).toEqual(wanted.sort());
});

test("it carries the message, its chat and who wrote, as kind 2, one topic a chat", async () => {
  const agent = await house.signIn(dealer.agent);
  const { phone, chat_id } = await talkOf(house, dealer, agent).chat();
  await telling.subscribe(agent);
  await texted(`Is it\nstill there? ${"x".repeat(300)}`, phone);
  const { target, message } = house.pushes.pushed[0] ?? {};
  expect(target).toMatchObject({ kind: "web", p256dh: "a-point", auth: "a-secret" });
  expect(message).toMatchObject({ topic: `chat-${chat_id}`, ttl: 4 * 3600 });
  expect(message?.data).toMatchObject({
    ...{ msgType: "2", target_id: String(chat_id), title: "Cara Moss", url: `/inbox/all/${chat_id}` },
    body: expect.stringMatching(/^Is it still there\? x{90,}…$/),
  });
  const newest = (await agent(inbox.messages, { params: { chat_id }, body: {} })).data.allMessages.at(-1);
  expect(JSON.parse(message?.data.message ?? "")).toMatchObject({ id: newest?.id, chat_id, message_type: "message" });
});

test("a nameless customer is told by number, and what has no words by what it has", async () => {
  await device(dealer.agent);
  const from = freshPhone();
  const media = [{ url: "https://carrier.example.com/1", type: "image/png" }];
  const text = { sid: `SM${from}`, from, to: dealer.number, body: "", media, carrierAnsweredOptOut: false };
  await house.sms.listener.inbound(text);
  await house.jobs.doAll();
  const { title, body } = house.pushes.pushed[0]?.message.data ?? {};
  expect([title, body]).toEqual([`(${from.slice(2, 5)}) ${from.slice(5, 8)}-${from.slice(8)}`, "An attachment"]);
});

test("a text that is told twice is pushed once", async () => {
  await device(dealer.agent);
  const [from, sid] = [freshPhone(), `SM${crypto.randomUUID()}`];
  const text = { sid, from, to: dealer.number, body: "Hi", media: [], carrierAnsweredOptOut: false };
  await Promise.all([house.sms.listener.inbound(text), house.sms.listener.inbound(text)]);
  await house.jobs.doAll();
  expect(telling.pushedTo()).toHaveLength(1);
});

test("a device that is gone is forgotten", async () => {
  const endpoint = await device(dealer.agent);
  house.pushes.answerNext({ kind: "gone" });
  await texted("Hello");
  const { rowCount } = await house.pool.query("select 1 from push_subscriptions where endpoint = $1", [endpoint]);
  expect(rowCount).toBe(0);
  telling.pushedTo();
  await texted("Hello again");
  expect(telling.pushedTo()).toEqual([]);
});

test("what was not taken is asked for again, what was refused is not, and neither forgets the device", async () => {
  const endpoint = await device(dealer.agent);
  house.pushes.answerNext({ kind: "busy", why: "the push service answered 503" });
  await telling.text(freshPhone(), "Hello");
  await expect(house.jobs.doAll()).rejects.toThrow("the push service answered 503");
  house.pushes.answerNext({ kind: "refused", why: "the push service answered 413" });
  await texted("Hello again");
  telling.pushedTo();
  await texted("And again");
  expect(telling.pushedTo()).toEqual([endpoint]);
});

test("what the queue has kept for more than an hour is not pushed", async () => {
  await device(dealer.agent);
  await telling.text(freshPhone(), "Hello");
  house.clock.advance(3_600_001);
  await house.jobs.doAll();
  expect(telling.pushedTo()).toEqual([]);
});

test("a mention is pushed to its person alone, and not once it was read", async () => {
  const [agent, manager] = [await house.signIn(dealer.agent), await house.signIn(dealer.manager)];
  const [mine] = [await telling.subscribe(agent), await telling.subscribe(manager)];
  const { chat_id } = await talkOf(house, dealer, agent).chat();
  await telling.tell([dealer.agent], { chat_id, title: "Ana mentioned you", text: "Please look" });
  await house.jobs.doAll();
  const { data } = house.pushes.pushed[0]?.message ?? {};
  expect(data).toMatchObject({ msgType: "1", title: "Ana mentioned you", body: "Please look", kind: "mention" });
  expect(telling.pushedTo()).toEqual([mine]);
  await telling.tell([dealer.agent], { chat_id });
  await agent(notifications.readAll);
  await house.jobs.doAll();
  expect(telling.pushedTo()).toEqual([]);
});

test("a customer's name with a script in it travels as it is, for the browser to show as text", async () => {
  const agent = await house.signIn(dealer.agent);
  const { id, phone } = await talkOf(house, dealer, agent).chat();
  const form = {
    first_name: "<script>alert(1)</script>",
    last_name: "x",
    email: "x@example.com",
    address: "1 Elm St",
    company: "",
  };
  await agent(customers.update, { params: { id }, body: { ...form, phone: phone.slice(2) } });
  await telling.subscribe(agent);
  await texted("Hi", phone);
  expect(house.pushes.pushed[0]?.message.data.title).toBe("<script>alert(1)</script> x");
});
