import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createInboxFixture, type InboxFixture, startInboxTest } from "#testing/inbox/inboxFixture.ts";
import type { TestApp } from "#testing/testApp.ts";
import { briefInbox } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let fixture: InboxFixture;

beforeAll(async () => {
  ({ app, dealer, agent, fixture } = await startInboxTest());
});
afterAll(() => app.close());

const chats = async (call = agent) => (await call(briefInbox.chats)).data;
const messages = async (chat_id: number, call = agent) =>
  (await call(briefInbox.messages, { params: { chat_id } })).data;

test("the location's chats, active ones first", async () => {
  const first = await fixture.chat("Hello");
  const closed = await fixture.chat("Bye");
  await agent(inbox.close, { body: { chat_id: closed.chat_id, is_closed: 1 } });
  const elsewhere = createInboxFixture(app, dealer, await app.signIn(dealer.otherAgent));
  await elsewhere.chat("At the airport");
  await app.sms.listener.onInboundText(fixture.inbound(first.phone, "Two\nlines"));
  app.clock.advance(5 * 60_000);
  const common = { customer_name: "Cara Moss", last_message_time: expect.any(String) };
  expect(await chats()).toEqual([
    {
      ...common,
      id: first.chat_id,
      is_closed: 0,
      last_message: "Two lines",
      last_message_time_ago: "5m",
      new_messages_count: 1,
    },
    {
      ...common,
      id: closed.chat_id,
      is_closed: 1,
      last_message: "Bye",
      last_message_time_ago: "5m",
      new_messages_count: 0,
    },
  ]);
});

test("a chat's messages, oldest first; fetching them doesn't mark the chat read", async () => {
  const { chat_id, phone } = await fixture.chat("One");
  await app.sms.listener.onInboundText(fixture.inbound(phone, "Two"));
  expect(await messages(chat_id)).toMatchObject([
    { message: "One", is_from_customer: 0, time_ago: "now" },
    { message: "Two", is_from_customer: 1, time_ago: "now" },
  ]);
  expect((await agent(inbox.chat, { params: { chat_id } })).data.is_read).toBe(0);
});

test("only the owner sees a deleted message's text", async () => {
  const { chat_id } = await fixture.chat("Gone");
  await app.pool.query(
    `update messages set deleted_at = now(), deleted_by = (select id from users where email = $2) where chat_id = $1`,
    [chat_id, dealer.manager],
  );
  const deleted = { by: "Manager Tester", at: expect.any(String) };
  expect(await messages(chat_id)).toMatchObject([{ message: "", is_from_customer: 0, deleted }]);
  expect(await messages(chat_id, await app.signIn(dealer.owner))).toMatchObject([{ message: "Gone", deleted }]);
});

test("another location's or business's chat is not found", async () => {
  const { chat_id } = await fixture.chat("Mine");
  const stranger = await app.signIn((await app.dealership()).agent);
  for (const call of [stranger, await app.signIn(dealer.otherAgent)]) {
    await expect(messages(chat_id, call)).rejects.toMatchObject({ status: 404 });
  }
  expect(await chats(stranger)).toEqual([]);
});

test("the answer says when rows are left out", async () => {
  const other = await app.dealership();
  const theirs = await app.signIn(other.agent);
  const { chat_id } = await createInboxFixture(app, other, theirs).chat("First");
  await app.pool.query(
    `insert into messages (dealer_id, chat_id, is_from_customer, message, state)
     select $1, $2, 1, 'Nr ' || n, 'received' from generate_series(1, 600) n`,
    [other.dealer_id, chat_id],
  );
  const answer = await theirs(briefInbox.messages, { params: { chat_id } });
  expect(answer.data).toHaveLength(500);
  expect(answer.data.at(-1)?.message).toBe("Nr 600");
  expect(answer.message).toBe("The newest 500 messages; there are more.");
});
