import { afterAll, beforeEach, expect, test } from "vitest";
import { inbox } from "#domains/inbox/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { startTestApp } from "#testing/testApp.ts";
import { interleaveTexts } from "../../sending/server/conversations.ts";
import { sendTexts } from "../../sending/server/sendDue.ts";
import { startDue } from "../../sending/server/start.ts";
import { textCampaigns } from "../../text/contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
let owner = await app.signIn(dealer.owner);

/** Noon in Albany on a weekday, so that everybody may be texted. */
beforeEach(async () => {
  const now = app.clock.now();
  const next = new Date(now.getTime() + 86_400_000);
  next.setUTCHours(17, 0, 0, 0);
  while ([0, 6].includes(next.getUTCDay())) next.setUTCDate(next.getUTCDate() + 1);
  app.clock.advance(next.getTime() - now.getTime());
  owner = await app.signIn(dealer.owner);
  app.sms.sent.splice(0);
});

const customer = () => addCustomer(owner, { first_name: "Cara", address: "1 Elm St, Albany, NY 12207" });
const noTime = { campaign_send_date: "", campaign_send_time: "", campaign_send_timezone: "", campaign_exclude_days: 0 };
let count = 0;
async function sendCampaign(customer_ids: number[], template = "Our sale starts today.") {
  count += 1;
  const confirmed = { consent: 1, consent_collected: 1, skip_unanswered: 0 } as const;
  const draft = { title: `Sale ${count}`, campaign_template: template, ...confirmed };
  const to = { campaign_recipient_type: "individual", campaign_customers: customer_ids } as const;
  const { id } = (await owner(textCampaigns.add, { body: { ...noTime, ...draft, ...to } })).data;
  await startDue(app.server);
  await sendTexts(app.server);
  return id;
}
const receive = (from: string, body: string) =>
  app.sms.listener.onInboundText({
    sid: `SM${crypto.randomUUID()}`,
    from,
    to: dealer.number,
    body,
    media: [],
    carrierAnsweredOptOut: true,
  });
const chatsOf = async (customer_id: number) =>
  (await app.pool.query("select * from chats where customer_id = $1", [customer_id])).rows;
const messagesIn = async (chat_id: number) =>
  (await owner(inbox.messages, { params: { chat_id }, body: {} })).data.allMessages;
const detail = async (id: number) => (await owner(textCampaigns.one, { params: { id } })).data.campaignDetail;

test("a campaign's texts come into conversations that exist, and move nothing there; nobody gets a conversation", async () => {
  const [known, unknown] = [await customer(), await customer()];
  await receive(known.phone, "Hello");
  const chat_id = Number((await chatsOf(known.id))[0].id);
  await owner(inbox.send, { body: { chat_id, message: "Hi, Cara" } });
  const [before] = await chatsOf(known.id);
  const id = await sendCampaign([known.id, unknown.id]);
  await interleaveTexts(app.server);
  await interleaveTexts(app.server);
  expect(await chatsOf(unknown.id)).toEqual([]);
  expect((await chatsOf(known.id))[0]).toEqual(before);
  const messages = await messagesIn(chat_id);
  expect(messages.map(({ message }) => message)).toEqual([
    "Hello",
    "Hi, Cara",
    "Our sale starts today. Reply STOP to unsubscribe from marketing messages.",
  ]);
  expect(messages.at(-1)).toMatchObject({ campaign: { id, title: `Sale ${count}` }, sent_by: "", state: "sending" });
  const { data } = await owner(inbox.chat, { params: { chat_id } });
  expect(data).toMatchObject({ new_message: "Hi, Cara", last_message_from: { who: "member" } });
  const { rows } = await app.pool.query("select 1 from message_words where message_id = $1", [messages.at(-1)?.id]);
  expect(rows).toEqual([]);
  const counters = await app.pool.query("select messages_sent from customers where id = $1", [known.id]);
  expect(counters.rows).toEqual([{ messages_sent: 1 }]);
});

test("a reply opens a conversation that shows what is answered, and counts as the newest campaign's", async () => {
  const person = await customer();
  const first = await sendCampaign([person.id], "First");
  app.clock.advance(3_600_000);
  const second = await sendCampaign([person.id], "Second");
  const reply = () => receive(person.phone, "Is it still there?");
  await reply();
  await reply();
  const [chat] = await chatsOf(person.id);
  expect(chat).toMatchObject({ new_message_count: 2, is_replied: 0, new_message: "Is it still there?" });
  const messages = await messagesIn(Number(chat.id));
  expect(messages.map(({ message }) => message.split(" ")[0])).toEqual(["First", "Second", "Is", "Is"]);
  expect((await detail(first)).stats.replies).toBe(0);
  expect((await detail(second)).stats).toMatchObject({ replies: 1, unsubscribes: 0 });
  await interleaveTexts(app.server);
  expect(await messagesIn(Number(chat.id))).toHaveLength(4);
});

test("an opt-out, and an answer after three days, is no reply", async () => {
  const [stops, late] = [await customer(), await customer()];
  const id = await sendCampaign([stops.id, late.id]);
  await receive(stops.phone, "STOP");
  app.clock.advance(72 * 3_600_000 + 1000);
  await receive(late.phone, "Sorry, I was away");
  owner = await app.signIn(dealer.owner);
  expect((await detail(id)).stats.replies).toBe(0);
  const [chat] = await chatsOf(late.id);
  expect(await messagesIn(Number(chat.id))).toHaveLength(2);
});

test("texts older than ninety days stay out of a conversation that a reply opens", async () => {
  const person = await customer();
  await sendCampaign([person.id]);
  app.clock.advance(91 * 86_400_000);
  await receive(person.phone, "Hello");
  owner = await app.signIn(dealer.owner);
  const [chat] = await chatsOf(person.id);
  expect((await messagesIn(Number(chat.id))).map(({ message }) => message)).toEqual(["Hello"]);
});

test("a delivery report changes the ledger and the conversation alike, and a failed one can't be sent again", async () => {
  const person = await customer();
  await receive(person.phone, "Hello");
  const id = await sendCampaign([person.id]);
  await interleaveTexts(app.server);
  const reference = app.sms.sent.find(({ to, body }) => to === person.phone && body.includes("sale"))?.reference ?? "";
  const { rows } = await app.pool.query("select provider_sid as sid from campaign_recipients where campaign_id = $1", [
    id,
  ]);
  const refusal = { code: "30003", class: "number", words: "Not reachable." } as const;
  await app.sms.listener.onStatusReport({ reference, sid: rows[0].sid, status: "failed", refusal });
  const [chat] = await chatsOf(person.id);
  const message = (await messagesIn(Number(chat.id))).at(-1);
  expect(message).toMatchObject({ state: "failed", error: "Not reachable." });
  expect((await detail(id)).stats.failed).toBe(1);
  await expect(owner(inbox.retry, { params: { message_id: message?.id ?? 0 } })).rejects.toMatchObject({ status: 409 });
});

test("two processes at once write each text once", async () => {
  const people = [await customer(), await customer(), await customer()];
  for (const { phone } of people) await receive(phone, "Hello");
  const id = await sendCampaign(
    people.map(({ id }) => id),
    "Twice?",
  );
  await Promise.all([
    interleaveTexts(app.server),
    interleaveTexts(app.server),
    receive(people[0]?.phone ?? "", "Again"),
  ]);
  const { rows } = await app.pool.query("select count(*)::int as count from messages where campaign_id = $1", [id]);
  expect(rows).toEqual([{ count: 3 }]);
});

test("a chat names the campaigns that reached its customer, newest first, and nobody else's", async () => {
  const [known, other] = [await customer(), await customer()];
  await receive(known.phone, "Hello");
  const chat_id = Number((await chatsOf(known.id))[0].id);
  const campaignsOf = async (call = owner) => (await call(textCampaigns.ofChat, { params: { chat_id } })).data;
  expect(await campaignsOf()).toEqual([]);
  await sendCampaign([other.id]);
  const first = await sendCampaign([known.id]);
  app.clock.advance(60_000);
  const second = await sendCampaign([known.id, other.id]);
  expect((await campaignsOf()).map(({ id }) => id)).toEqual([second, first]);
  const stranger = await app.signIn((await app.dealership()).owner);
  await expect(campaignsOf(stranger)).rejects.toMatchObject({ status: 404 });
});

test("a conversation that staff or a call open begins with what campaigns texted, and counts no reply", async () => {
  const [texted, calling] = [await customer(), await customer()];
  const id = await sendCampaign([texted.id, calling.id]);
  const { chat_id } = (
    await owner(inbox.sendToCustomer, { body: { customer_id: texted.id, message: "Your car is ready" } })
  ).data;
  expect((await messagesIn(chat_id)).map(({ message }) => message.split(" ")[0])).toEqual(["Our", "Your"]);
  await owner(inbox.sendToCustomer, { body: { customer_id: texted.id, message: "Come by" } });
  await interleaveTexts(app.server);
  expect(await messagesIn(chat_id)).toHaveLength(3);

  await app.voice.listener.onIncomingCall({ sid: `CA${calling.id}`, from: calling.phone, to: dealer.number });
  const [called] = await chatsOf(calling.id);
  const [first] = await messagesIn(Number(called.id));
  expect(first).toMatchObject({ campaign: { id }, message: expect.stringContaining("Our sale") });
  // The call alone waits for an answer.
  expect(called).toMatchObject({ new_message_count: 1 });
  expect((await detail(id)).stats.replies).toBe(0);
});
