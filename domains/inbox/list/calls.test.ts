import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { team } from "#domains/team/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { chatAssignment } from "./contract.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());
let manager: Caller;
let agentId: number;
beforeAll(async () => {
  manager = await app.signIn(dealer.manager);
  const { teamMembers } = (await agent(team.chat)).data;
  agentId = teamMembers.find(({ user_type }) => user_type === "agent")?.id ?? 0;
});

const receive = (phone: string, body: string) => app.sms.listener.onInboundText(fixture.inbound(phone, body));
const row = async (chat_id: number) => (await agent(inbox.chat, { params: { chat_id } })).data;
const counts = async (call: Caller) => (await call(inbox.unread)).data;

async function listed(type: string, body: object = {}, call = agent) {
  const { data } = await call(inbox.chats, { params: { type, offset: 0 }, body });
  return { ids: data.allActiveChats.map(({ id }) => id), cursor: data.next_cursor.active };
}

test("mine, unassigned and all are counted per person and tab, as their lists hold them", async () => {
  const [one, two, three] = [await fixture.chat(), await fixture.chat(), await fixture.chat()];
  await agent(chatAssignment.assign, { body: { chat_id: one.chat_id, user_id: agentId } });
  await agent(inbox.close, { body: { chat_id: three.chat_id, is_closed: 1 } });
  expect(await counts(agent)).toMatchObject({
    active: { mine: 1, unassigned: 1, all: 2 },
    inactive: { mine: 0, unassigned: 1, all: 1 },
  });
  expect((await counts(manager)).active).toEqual({ mine: 0, unassigned: 1, all: 2 });
  expect((await listed("mine")).ids).toEqual([one.chat_id]);
  expect((await listed("unassigned")).ids).toEqual([two.chat_id]);
});

test("the longest waiting come first, page by page, without those who were answered or opted out", async () => {
  const waiting: number[] = [];
  for (let count = 0; count < 32; count++) {
    const { chat_id, phone } = await fixture.chat();
    app.clock.advance(1000);
    await receive(phone, "Anybody there?");
    waiting.push(chat_id);
  }
  const [answered, stopped] = [waiting.shift() ?? 0, await fixture.chat()];
  await fixture.send(answered, "Yes!");
  await receive(stopped.phone, "Hello?");
  await receive(stopped.phone, "STOP");
  // A later text doesn't start the wait anew.
  const { customer } = await row(waiting[0] ?? 0);
  await receive(customer.phone, "Hello?");
  const first = await listed("all", { sort: "waiting" });
  expect(first.ids).toEqual(waiting.slice(0, 30));
  const second = await listed("all", { sort: "waiting", tab: "active", cursor: first.cursor });
  expect(second).toEqual({ ids: waiting.slice(30), cursor: null });
  await expect(listed("all", { cursor: first.cursor })).rejects.toMatchObject({ status: 422 });
  await expect(listed("all", { sort: "loudest" })).rejects.toMatchObject({ status: 422 });
});

test("a row says who spoke last: the customer, a member by name, or nobody; and when it didn't arrive", async () => {
  const { chat_id, phone } = await fixture.chat();
  const speaker = async () => (await row(chat_id)).last_message_from;
  expect(await speaker()).toEqual({ who: "member", user_id: agentId, first_name: "Agent", is_failed: 0 });
  const { reference = "" } = fixture.sentTo(phone)[0] ?? {};
  const refusal = { code: "30005", class: "number" as const, words: "This number doesn't exist." };
  const report = { reference, sid: app.sms.sids.get(reference) ?? "" };
  await app.sms.listener.onStatusReport({ ...report, status: "failed", refusal });
  expect(await speaker()).toMatchObject({ who: "member", is_failed: 1 });
  await receive(phone, "Thanks");
  expect(await speaker()).toEqual({ who: "customer", user_id: null, first_name: "", is_failed: 0 });
  await receive(phone, "HELP");
  expect(await speaker()).toEqual({ who: "automatic", user_id: null, first_name: "", is_failed: 0 });
});
