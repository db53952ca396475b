import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { duplicates } from "#domains/duplicates/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { team } from "#domains/team/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { chatAssignment } from "./contract.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());

let manager: Caller;
let owner: Caller;
let ids: Record<string, number>;

beforeAll(async () => {
  manager = await app.signIn(dealer.manager);
  owner = await app.signIn(dealer.owner);
  const { teamMembers } = (await agent(team.chat)).data;
  ids = Object.fromEntries(teamMembers.map(({ id, user_type }) => [user_type, id]));
});

const row = async (chat_id: number, call = agent) => (await call(inbox.chat, { params: { chat_id } })).data;
const mine = async (call: Caller) => {
  const { data } = await call(inbox.chats, { params: { type: "mine", offset: 0 }, body: {} });
  return { ...data, ids: data.allActiveChats.map(({ id }) => id) };
};
const eventsSince = (before: number) => app.events.published.slice(before);
const room = `dealer:${dealer.dealer_id}:location:${dealer.location_id}`;

describe("an assigned chat", () => {
  test("shows its assignee to the whole team, and notifies them", async () => {
    const { chat_id } = await fixture.chat();
    const before = app.events.published.length;
    const { data } = await agent(chatAssignment.assign, { body: { chat_id, user_id: ids.manager ?? null } });
    expect(data).toEqual({ assigned_to: ids.manager });
    expect((await row(chat_id, owner)).assigned_to).toBe(ids.manager);
    const published = eventsSince(before).map(({ room: where, event }) => [where, event]);
    expect(published).toContainEqual([room, "chat-changed"]);
    expect(published).toContainEqual([`dealer:${dealer.dealer_id}:user:${ids.manager}`, "notification-added"]);
    const { rows } = await app.pool.query("select kind, title from notifications where chat_id = $1", [chat_id]);
    expect(rows).toEqual([{ kind: "assigned", title: "Agent Tester assigned you a conversation" }]);
  });

  test("is only in the assignee's list, until it is unassigned", async () => {
    const { chat_id } = await fixture.chat();
    await agent(chatAssignment.assign, { body: { chat_id, user_id: ids.manager ?? null } });
    expect((await mine(manager)).ids).toContain(chat_id);
    expect((await mine(manager)).member_id).toBe(ids.manager);
    expect((await mine(agent)).ids).not.toContain(chat_id);
    await manager(chatAssignment.assign, { body: { chat_id, user_id: "" } });
    expect((await row(chat_id)).assigned_to).toBeNull();
    expect((await mine(manager)).ids).not.toContain(chat_id);
  });

  test("that somebody takes themselves, or already has, notifies nobody", async () => {
    const { chat_id } = await fixture.chat();
    await agent(chatAssignment.assign, { body: { chat_id, user_id: ids.agent ?? null } });
    const before = app.events.published.length;
    await agent(chatAssignment.assign, { body: { chat_id, user_id: ids.agent ?? null } });
    expect(eventsSince(before)).toEqual([]);
    const { rows } = await app.pool.query("select from notifications where chat_id = $1", [chat_id]);
    expect(rows).toEqual([]);
  });
});

test("a merged chat keeps an assignee; undoing the merge restores each chat's own", async () => {
  const [survivor, merged] = [await fixture.chat(), await fixture.chat()];
  await agent(chatAssignment.assign, { body: { chat_id: merged.chat_id, user_id: ids.agent ?? null } });
  const { data } = await manager(duplicates.merge, { body: { kept_id: survivor.id, merged_id: merged.id } });
  expect((await row(survivor.chat_id)).assigned_to).toBe(ids.agent);
  await manager(duplicates.undo, { body: { merge_id: data.merge_id } });
  expect((await row(survivor.chat_id)).assigned_to).toBeNull();
  expect((await row(merged.chat_id)).assigned_to).toBe(ids.agent);
});
