import { afterAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { openTalk, talkOf } from "#domains/inbox/testing/talk.ts";
import { team } from "#domains/team/contract.ts";
import { teamwork } from "./contract.ts";

const { house, dealer, agent, talk } = await openTalk();
afterAll(() => house.close());
const { chat_id } = await talk.chat();
const elsewhere = await house.signIn(dealer.otherAgent);
const foreign = await house.signIn((await house.dealership()).owner);

const memberOf = async (call: Caller) => (await call(team.chat)).data.teamMembers[0]?.id ?? 0;
const assignedTo = async () => (await agent(inbox.chat, { params: { chat_id } })).data.assigned_to;

test("a chat is given to nobody who doesn't work at its location", async () => {
  for (const user_id of [await memberOf(elsewhere), await memberOf(foreign), 999_999_999, -1, "abc"]) {
    const given = agent(teamwork.assign, { body: { chat_id, user_id } });
    await expect(given).rejects.toMatchObject({ status: 404 });
  }
  expect(await assignedTo()).toBeNull();
});

test("nor to somebody who was deactivated; what they had still is in the list", async () => {
  const manager = await house.signIn(dealer.manager);
  const { teamMembers } = (await agent(team.chat)).data;
  const user_id = teamMembers.find(({ user_type }) => user_type === "manager")?.id;
  await manager(teamwork.assign, { body: { chat_id, user_id } });
  await house.pool.query("update users set is_active = false where id = $1", [user_id]);
  await expect(agent(teamwork.assign, { body: { chat_id, user_id } })).rejects.toMatchObject({ status: 404 });
  const { data } = await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
  expect(data.allActiveChats.map(({ id }) => id)).toContain(chat_id);
  await agent(teamwork.assign, { body: { chat_id, user_id: "" } });
  expect(await assignedTo()).toBeNull();
});

test("another location's and another business's chats are not there", async () => {
  const before = house.events.heard.length;
  for (const call of [elsewhere, foreign]) {
    const user_id = await memberOf(call);
    await expect(call(teamwork.assign, { body: { chat_id, user_id } })).rejects.toMatchObject({ status: 404 });
    const looking = call(teamwork.presence, { body: { chat_id, is_typing: 1 } });
    await expect(looking).rejects.toMatchObject({ status: 404 });
  }
  expect(house.events.heard.slice(before)).toEqual([]);
});

test("nobody tells of oneself more often than a person does", async () => {
  const { owner } = await house.dealership();
  const call = await house.signIn(owner);
  const { chat_id } = await talkOf(house, dealer, call).chat();
  const told = () => call(teamwork.presence, { body: { chat_id, is_typing: 0 } });
  for (let count = 0; count < 150; count++) await told();
  await expect(told()).rejects.toMatchObject({ status: 429, retryAfter: expect.any(Number) });
});
