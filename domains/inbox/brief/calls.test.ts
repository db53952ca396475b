import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#core/testing/dealership.ts";
import type { TestHouse } from "#core/testing/house.ts";
import { inbox } from "../contract.ts";
import { openTalk, type Talk, talkOf } from "../testing/talk.ts";
import { briefInbox } from "./contract.ts";

let house: TestHouse;
let dealer: Dealership;
let agent: Caller;
let talk: Talk;

beforeAll(async () => {
  ({ house, dealer, agent, talk } = await openTalk());
});
afterAll(() => house.close());

const chats = async (call = agent) => (await call(briefInbox.chats)).data;
const messages = async (chat_id: number, call = agent) =>
  (await call(briefInbox.messages, { params: { chat_id } })).data;

test("the chats of the location, active ones first, in few words", async () => {
  const first = await talk.chat("Hello");
  const closed = await talk.chat("Bye");
  await agent(inbox.close, { body: { chat_id: closed.chat_id, is_closed: 1 } });
  const elsewhere = talkOf(house, dealer, await house.signIn(dealer.otherAgent));
  await elsewhere.chat("At the airport");
  await house.sms.listener.inbound(talk.inbound(first.phone, "Two\nlines"));
  house.clock.advance(5 * 60_000);
  const common = { customer_name: "Cara Moss", last_message_time: expect.any(String) };
  expect(await chats()).toEqual([
    {
      ...common,
      ...{
        id: first.chat_id,
        is_closed: 0,
        last_message: "Two lines",
        last_message_time_ago: "5m",
        new_messages_count: 1,
      },
    },
    {
      ...common,
      ...{ id: closed.chat_id, is_closed: 1, last_message: "Bye", last_message_time_ago: "5m", new_messages_count: 0 },
    },
  ]);
});

test("a chat's messages, oldest first; reading them marks nothing read", async () => {
  const { chat_id, phone } = await talk.chat("One");
  await house.sms.listener.inbound(talk.inbound(phone, "Two"));
  expect(await messages(chat_id)).toMatchObject([
    { message: "One", is_from_customer: 0, time_ago: "now" },
    { message: "Two", is_from_customer: 1, time_ago: "now" },
  ]);
  expect((await agent(inbox.chat, { params: { chat_id } })).data.is_read).toBe(0);
});

test("what a deleted message said is the owner's alone", async () => {
  const { chat_id } = await talk.chat("Gone");
  await house.pool.query(
    `update messages set deleted_at = now(), deleted_by = (select id from users where email = $2) where chat_id = $1`,
    [chat_id, dealer.manager],
  );
  const deleted = { by: "Manager Tester", at: expect.any(String) };
  expect(await messages(chat_id)).toMatchObject([{ message: "", is_from_customer: 0, deleted }]);
  expect(await messages(chat_id, await house.signIn(dealer.owner))).toMatchObject([{ message: "Gone", deleted }]);
});

test("another location's and another business's chat is not there", async () => {
  const { chat_id } = await talk.chat("Mine");
  const stranger = await house.signIn((await house.dealership()).agent);
  for (const call of [stranger, await house.signIn(dealer.otherAgent)]) {
    await expect(messages(chat_id, call)).rejects.toMatchObject({ status: 404 });
  }
  expect(await chats(stranger)).toEqual([]);
});

test("what is left out is said", async () => {
  const other = await house.dealership();
  const theirs = await house.signIn(other.agent);
  const { chat_id } = await talkOf(house, other, theirs).chat("First");
  await house.pool.query(
    `insert into messages (dealer_id, chat_id, is_from_customer, message, state)
     select $1, $2, 1, 'Nr ' || n, 'received' from generate_series(1, 600) n`,
    [other.dealer_id, chat_id],
  );
  const answer = await theirs(briefInbox.messages, { params: { chat_id } });
  expect(answer.data).toHaveLength(500);
  expect(answer.data.at(-1)?.message).toBe("Nr 600");
  expect(answer.message).toBe("The newest 500 messages; there are more.");
});
