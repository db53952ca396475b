import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { chatSelection, chatSnooze } from "./contract.ts";
import { wakeChats } from "./server/snooze.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());
let manager: Caller;
beforeAll(async () => {
  manager = await app.signIn(dealer.manager);
});

const hour = 3_600_000;
const room = `dealer:${dealer.dealer_id}:location:${dealer.location_id}`;
const fromNow = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
const snooze = (chat_id: number, until = fromNow(hour)) => agent(chatSnooze.snooze, { body: { chat_id, until } });
const row = async (chat_id: number) => (await manager(inbox.chat, { params: { chat_id } })).data;
const counts = async () => (await manager(inbox.unread)).data;
const changes = (before: number) =>
  app.events.published.slice(before).filter(({ event, room: where }) => event === "chat-changed" && where === room);

async function listsWith(chat_id: number): Promise<string[]> {
  const lists = ["all", "unread", "unreplied", "unassigned", "snoozed"];
  const found: string[] = [];
  for (const type of lists) {
    const { data } = await manager(inbox.chats, { params: { type, offset: 0 }, body: {} });
    if (data.allActiveChats.some(({ id }) => id === chat_id)) found.push(type);
  }
  return found;
}

/** A chat whose customer waits for a reply. */
async function waitingChat() {
  const chat = await fixture.chat();
  await app.sms.listener.onInboundText(fixture.inbound(chat.phone, "Still there?"));
  return chat;
}

test("a snoozed chat leaves every list and count but its own, for the whole team", async () => {
  const { chat_id } = await waitingChat();
  expect(await listsWith(chat_id)).toEqual(["all", "unread", "unreplied", "unassigned"]);
  const [before, published] = [await counts(), app.events.published.length];
  const until = fromNow(hour);
  expect((await snooze(chat_id, until)).data).toEqual({ snoozed_until: until });
  expect(changes(published)).toHaveLength(1);
  expect(await row(chat_id)).toMatchObject({ snoozed_until: until, is_closed: 0 });
  expect(await listsWith(chat_id)).toEqual(["snoozed"]);
  const after = await counts();
  expect(after).toMatchObject({
    unread_count: before.unread_count - 1,
    unreplied_count: before.unreplied_count - 1,
    snoozed_count: before.snoozed_count + 1,
  });
  expect(after.active).toEqual({
    ...before.active,
    all: before.active.all - 1,
    unassigned: before.active.unassigned - 1,
  });
});

test("it comes back on top when its time has come, once, and not before", async () => {
  const { chat_id } = await waitingChat();
  const before = await counts();
  await snooze(chat_id);
  await waitingChat();
  await wakeChats(app.server);
  expect((await row(chat_id)).snoozed_until).not.toBeNull();
  app.clock.advance(hour);
  const published = app.events.published.length;
  await Promise.all([wakeChats(app.server), wakeChats(app.server)]);
  expect(
    changes(published).filter(({ payload }) => (payload as { target_id: number }).target_id === chat_id),
  ).toHaveLength(1);
  expect(await listsWith(chat_id)).toEqual(["all", "unread", "unreplied", "unassigned"]);
  const { data } = await manager(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
  expect(data.allActiveChats[0]?.id).toBe(chat_id);
  // With the other one, and those that were snoozed before.
  expect((await counts()).unread_count).toBe(before.unread_count + 1 + before.snoozed_count);
  expect((await counts()).snoozed_count).toBe(0);
});

test("the customer's text ends the snooze; ours does not", async () => {
  const { chat_id, phone } = await fixture.chat();
  await snooze(chat_id);
  await fixture.send(chat_id, "Take your time");
  expect((await row(chat_id)).snoozed_until).not.toBeNull();
  await app.sms.listener.onInboundText(fixture.inbound(phone, "I am back"));
  expect((await row(chat_id)).snoozed_until).toBeNull();
  expect(await listsWith(chat_id)).toContain("unreplied");
});

test("a snooze is moved and ended by hand, and repeating that changes nothing", async () => {
  const { chat_id } = await fixture.chat();
  await snooze(chat_id);
  const later = fromNow(2 * hour);
  await snooze(chat_id, later);
  expect((await row(chat_id)).snoozed_until).toBe(later);
  const published = app.events.published.length;
  expect((await manager(chatSnooze.unsnooze, { body: { chat_id } })).data).toEqual({ snoozed_until: null });
  await manager(chatSnooze.unsnooze, { body: { chat_id } });
  expect(changes(published)).toHaveLength(1);
  expect(await listsWith(chat_id)).toContain("all");
});

test("closing ends a snooze; a closed chat can't be snoozed", async () => {
  const { chat_id } = await fixture.chat();
  await snooze(chat_id);
  const before = await counts();
  await agent(inbox.close, { body: { chat_id, is_closed: 1 } });
  expect(await row(chat_id)).toMatchObject({ is_closed: 1, snoozed_until: null });
  const after = await counts();
  expect([after.snoozed_count, after.inactive.all]).toEqual([before.snoozed_count - 1, before.inactive.all + 1]);
  await expect(snooze(chat_id)).rejects.toMatchObject({
    status: 409,
    message: "Reopen the conversation to snooze it.",
  });
});

test("undoing a close brings the snooze back, once, and only while it is still to come", async () => {
  const { chat_id } = await fixture.chat();
  const until = fromNow(2 * hour);
  const close = (is_closed: 0 | 1, undo?: 1) => agent(inbox.close, { body: { chat_id, is_closed, undo } });
  const before = await counts();
  await snooze(chat_id, until);
  await close(1);
  await close(0, 1);
  expect(await row(chat_id)).toMatchObject({ is_closed: 0, snoozed_until: until });
  expect((await counts()).snoozed_count).toBe(before.snoozed_count + 1);
  await close(1);
  await close(0);
  expect(await row(chat_id)).toMatchObject({ is_closed: 0, snoozed_until: null });
  await close(1);
  await close(0, 1);
  expect(await row(chat_id)).toMatchObject({ is_closed: 0, snoozed_until: null });
  await snooze(chat_id, until);
  await close(1);
  app.clock.advance(2 * hour);
  await close(0, 1);
  expect(await row(chat_id)).toMatchObject({ is_closed: 0, snoozed_until: null });
});

test("undoing the close of several chats brings back each one's own snooze", async () => {
  const [one, two, three] = [await fixture.chat(), await fixture.chat(), await fixture.chat()];
  const chat_ids = [one.chat_id, two.chat_id, three.chat_id];
  const times = [fromNow(2 * hour), fromNow(3 * hour)];
  await snooze(one.chat_id, times[0]);
  await snooze(two.chat_id, times[1]);
  await agent(chatSelection.close, { body: { chat_ids, is_closed: 1 } });
  await agent(chatSelection.close, { body: { chat_ids, is_closed: 0, undo: 1 } });
  const after = await Promise.all(chat_ids.map(row));
  expect(after.map(({ snoozed_until }) => snoozed_until)).toEqual([...times, null]);
  expect(after.map(({ is_closed }) => is_closed)).toEqual([0, 0, 0]);
});

test.each([
  ["", "Choose when the conversation comes back"],
  ["tomorrow", "Choose when the conversation comes back"],
  ["2020-01-01T10:00:00Z", "Choose a time at least a minute from now"],
  ["2099-01-01T10:00:00Z", "Choose a time within a year"],
])("snoozing until %j is refused", async (until, message) => {
  const { chat_id } = await fixture.chat();
  await expect(snooze(chat_id, until)).rejects.toMatchObject({ status: 422, fields: { until: message } });
  expect((await row(chat_id)).snoozed_until).toBeNull();
});

test("another location's or business's chats are not found", async () => {
  const { chat_id } = await fixture.chat();
  for (const email of [dealer.otherAgent, (await app.dealership()).owner]) {
    const call = await app.signIn(email);
    await expect(call(chatSnooze.snooze, { body: { chat_id, until: fromNow(hour) } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(call(chatSnooze.unsnooze, { body: { chat_id } })).rejects.toMatchObject({ status: 404 });
  }
  expect((await row(chat_id)).snoozed_until).toBeNull();
});
