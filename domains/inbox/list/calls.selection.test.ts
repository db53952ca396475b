import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { team } from "#domains/team/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { chatSelection, maxSelectedChats } from "./contract.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());
let manager: Caller;
let managerId: number;
let tag_id: number;
beforeAll(async () => {
  manager = await app.signIn(dealer.manager);
  const { teamMembers } = (await agent(team.chat)).data;
  managerId = teamMembers.find(({ user_type }) => user_type === "manager")?.id ?? 0;
  const { rows } = await app.pool.query("insert into tags (tag, slug) values ('Hot Lead', 'hot-lead') returning id");
  tag_id = rows[0].id;
});

const chatsOf = async (count: number) => Promise.all(Array.from({ length: count }, () => fixture.chat()));
const row = async (chat_id: number) => (await manager(inbox.chat, { params: { chat_id } })).data;
const trail = async () =>
  (await app.pool.query("select action, detail from audit_log where subject = 'chats' order by id")).rows;
const eventsFor = (before: number, name: string) =>
  app.events.published
    .slice(before)
    .filter(({ event }) => event === name)
    .map(({ payload }) => (payload as { target_id: number }).target_id)
    .sort((a, b) => a - b);

test("several chats are assigned, closed and tagged with one call each, and the team's browsers hear of each", async () => {
  const ids = (await chatsOf(3)).map(({ chat_id }) => chat_id).sort((a, b) => a - b);
  const before = app.events.published.length;
  const nothingFailed = { changed: 3, changed_ids: ids, failed: [] };
  expect((await agent(chatSelection.assign, { body: { chat_ids: ids, user_id: managerId } })).data).toEqual(
    nothingFailed,
  );
  expect((await agent(chatSelection.tag, { body: { chat_ids: ids, tag_id } })).data).toEqual(nothingFailed);
  expect((await agent(chatSelection.close, { body: { chat_ids: ids, is_closed: 1 } })).data).toEqual(nothingFailed);
  for (const id of ids)
    expect(await row(id)).toMatchObject({ assigned_to: managerId, tag_ids: [tag_id], is_closed: 1 });
  expect(eventsFor(before, "chat-changed")).toEqual([...ids, ...ids].sort((a, b) => a - b));
  expect(eventsFor(before, "chat-tags-changed")).toEqual(ids);
  const notifications = "select title from notifications where user_id = $1";
  expect((await app.pool.query(notifications, [managerId])).rows).toEqual([
    { title: "Agent Tester assigned you 3 conversations" },
  ]);
  const chat_ids = ids.join(" ");
  expect(await trail()).toEqual([
    { action: "assigned", detail: { count: 3, chat_ids, user_id: managerId } },
    { action: "tagged", detail: { count: 3, chat_ids, tag_id } },
    { action: "closed", detail: { count: 3, chat_ids } },
  ]);
});

test("repeating it changes nothing, and nobody hears of it; to nobody and open again works too", async () => {
  const ids = (await chatsOf(2)).map(({ chat_id }) => chat_id);
  const body = { chat_ids: ids, user_id: managerId };
  await agent(chatSelection.assign, { body });
  const before = app.events.published.length;
  expect((await agent(chatSelection.assign, { body })).data).toEqual({ changed: 0, changed_ids: [], failed: [] });
  expect((await agent(chatSelection.close, { body: { chat_ids: ids, is_closed: 0 } })).data.changed).toBe(0);
  expect(app.events.published.slice(before)).toEqual([]);
  expect((await agent(chatSelection.assign, { body: { chat_ids: ids, user_id: "" } })).data.changed).toBe(2);
  expect((await row(ids[0] ?? 0)).assigned_to).toBeNull();
});

test("chats of customers deleted meanwhile are listed as failed; the others are done", async () => {
  const [kept, deleted] = await chatsOf(2);
  await manager(customers.removeChosen, { body: { customer_ids: [deleted?.id ?? 0] } });
  const chat_ids = [kept?.chat_id ?? 0, deleted?.chat_id ?? 0];
  const { data } = await agent(chatSelection.close, { body: { chat_ids, is_closed: 1 } });
  expect(data).toEqual({ changed: 1, changed_ids: [kept?.chat_id], failed: [deleted?.chat_id] });
  expect((await row(kept?.chat_id ?? 0)).is_closed).toBe(1);
});

test("one foreign chat among them is not found, and nothing is done", async () => {
  const [own] = await chatsOf(1);
  const chat_ids = [own?.chat_id ?? 0];
  for (const email of [dealer.otherAgent, (await app.dealership()).owner]) {
    const call = await app.signIn(email);
    for (const declaration of [chatSelection.assign, chatSelection.close, chatSelection.tag]) {
      const body = { chat_ids, user_id: "", is_closed: 1, tag_id };
      await expect(call(declaration, { body } as never)).rejects.toMatchObject({ status: 404 });
    }
  }
  const [...mixed] = [...chat_ids, 999_999_999];
  await expect(agent(chatSelection.close, { body: { chat_ids: mixed, is_closed: 1 } })).rejects.toMatchObject({
    status: 404,
  });
  expect(await row(chat_ids[0] ?? 0)).toMatchObject({ is_closed: 0, tag_ids: [], assigned_to: null });
});

test("nobody of another location and no tag that doesn't exist", async () => {
  const [own] = await chatsOf(1);
  const chat_ids = [own?.chat_id ?? 0];
  const elsewhere = (await (await app.signIn(dealer.otherAgent))(team.chat)).data.teamMembers[0]?.id;
  for (const user_id of [elsewhere, 999_999_999])
    await expect(agent(chatSelection.assign, { body: { chat_ids, user_id: user_id ?? null } })).rejects.toMatchObject({
      status: 404,
    });
  await expect(agent(chatSelection.tag, { body: { chat_ids, tag_id: 999_999 } })).rejects.toMatchObject({
    status: 404,
  });
});

test("none and more than a hundred are refused", async () => {
  const many = Array.from({ length: maxSelectedChats + 1 }, (_, at) => at + 1);
  const close = (chat_ids: number[]) => agent(chatSelection.close, { body: { chat_ids, is_closed: 1 } });
  await expect(close([])).rejects.toMatchObject({ fields: { chat_ids: "Select at least one conversation" } });
  await expect(close(many)).rejects.toMatchObject({ fields: { chat_ids: "Select at most 100 conversations" } });
});
