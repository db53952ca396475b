import { afterAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { team } from "#domains/team/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { chatAssignment } from "./contract.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());
const { chat_id } = await fixture.chat();
const elsewhere = await app.signIn(dealer.otherAgent);
const foreign = await app.signIn((await app.dealership()).owner);

const memberOf = async (call: Caller) => (await call(team.chat)).data.teamMembers[0]?.id ?? 0;
const assignedTo = async () => (await agent(inbox.chat, { params: { chat_id } })).data.assigned_to;

test("a chat can't be assigned to somebody from another location", async () => {
  for (const user_id of [await memberOf(elsewhere), await memberOf(foreign), 999_999_999, -1, "abc"]) {
    const assignment = agent(chatAssignment.assign, { body: { chat_id, user_id: user_id ?? null } });
    await expect(assignment).rejects.toMatchObject({ status: 404 });
  }
  expect(await assignedTo()).toBeNull();
});

test("nor to a deactivated member; the chats they had stay listed", async () => {
  const manager = await app.signIn(dealer.manager);
  const { teamMembers } = (await agent(team.chat)).data;
  const user_id = teamMembers.find(({ user_type }) => user_type === "manager")?.id;
  await manager(chatAssignment.assign, { body: { chat_id, user_id: user_id ?? null } });
  await app.pool.query("update users set is_active = false where id = $1", [user_id]);
  await expect(agent(chatAssignment.assign, { body: { chat_id, user_id: user_id ?? null } })).rejects.toMatchObject({
    status: 404,
  });
  const { data } = await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
  expect(data.allActiveChats.map(({ id }) => id)).toContain(chat_id);
  await agent(chatAssignment.assign, { body: { chat_id, user_id: "" } });
  expect(await assignedTo()).toBeNull();
});

test("another location's or business's chats are not found", async () => {
  const before = app.events.published.length;
  for (const call of [elsewhere, foreign]) {
    const user_id = await memberOf(call);
    await expect(call(chatAssignment.assign, { body: { chat_id, user_id: user_id ?? null } })).rejects.toMatchObject({
      status: 404,
    });
  }
  expect(app.events.published.slice(before)).toEqual([]);
});
