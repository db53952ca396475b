import { afterAll, expect, test } from "vitest";
import { consent } from "#domains/customers/consent/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatAssignment, chatSelection, chatSnooze } from "#domains/inbox/list/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { chatNotes } from "./contract.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());

const manager = await app.signIn(dealer.manager);
const page = async (chat_id: number, body = {}) => (await manager(inbox.messages, { params: { chat_id }, body })).data;
const kinds = async (chat_id: number) => (await page(chat_id)).allEvents.map(({ kind }) => kind);
const agentId = async () =>
  Number((await app.pool.query("select id from users where email = $1", [dealer.agent])).rows[0].id);

test("a chat's log names who assigned, snoozed, closed and reopened it, with notes and consent between them", async () => {
  const { chat_id, id: customer_id } = await fixture.chat();
  const user_id = await agentId();
  const before = app.events.published.length;
  const until = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
  const steps = [
    () => manager(chatAssignment.assign, { body: { chat_id, user_id } }),
    () => agent(chatNotes.add, { body: { chat_id, note: "Prefers mornings" } }),
    () => agent(chatSnooze.snooze, { body: { chat_id, until } }),
    () => agent(inbox.close, { body: { chat_id, is_closed: 1 } }),
    () => agent(inbox.close, { body: { chat_id, is_closed: 1 } }),
    () => manager(chatSelection.close, { body: { chat_ids: [chat_id], is_closed: 0 } }),
    () => manager(consent.opt, { body: { user_id: customer_id, opt_type: "out" } }),
  ];
  for (const step of steps) {
    app.clock.advance(1000);
    await step();
  }
  const { allEvents } = await page(chat_id);
  const shown = allEvents.filter(({ kind }) => kind !== "opted in");
  expect(shown).toMatchObject([
    { kind: "assigned", by: "Manager Tester", assigned_to: "Agent Tester" },
    { kind: "note", by: "Agent Tester", note: "Prefers mornings" },
    { kind: "snoozed", by: "Agent Tester", snoozed_until: until },
    { kind: "closed", by: "Agent Tester" },
    { kind: "reopened", by: "Manager Tester" },
    { kind: "opted out", by: "Manager Tester" },
  ]);
  const live = app.events.published.slice(before).filter(({ event }) => event === "chat-log-changed");
  expect(live.map(({ payload }) => payload)).toEqual(Array(4).fill({ target_id: chat_id }));
});

test("a deleted note leaves the log, and other chats' events are not in it", async () => {
  const [one, other] = [await fixture.chat(), await fixture.chat()];
  const { data } = await agent(chatNotes.add, { body: { chat_id: one.chat_id, note: "Wrong person" } });
  await agent(inbox.close, { body: { chat_id: other.chat_id, is_closed: 1 } });
  expect(await kinds(one.chat_id)).toContain("note");
  await agent(chatNotes.remove, { params: { chat_id: one.chat_id, note_id: data.id } });
  const left = await kinds(one.chat_id);
  expect(left).not.toContain("note");
  expect(left).not.toContain("closed");
});

test("an opt-out that staff took back is followed by who undid it", async () => {
  const { id, chat_id } = await fixture.chat();
  await agent(consent.opt, { body: { user_id: id, opt_type: "out" } });
  app.clock.advance(1000);
  await agent(consent.opt, { body: { user_id: id, opt_type: "in", reason: "Wrong customer" } });
  const { allEvents } = await page(chat_id);
  expect(allEvents.slice(-2)).toMatchObject([
    { kind: "opted out", by: "Agent Tester" },
    { kind: "opt-out undone", by: "Agent Tester" },
  ]);
});

test("a page has the events of its own time, and adjoining pages leave none out", async () => {
  const { chat_id, phone } = await fixture.chat();
  for (let at = 1; at < 130; at += 1) {
    app.clock.advance(1000);
    await app.sms.listener.onInboundText(fixture.inbound(phone, `Text ${at}`));
    if (at === 20 || at === 120) await agent(chatNotes.add, { body: { chat_id, note: `Note ${at}` } });
  }
  const newest = await page(chat_id);
  const notesOf = ({ allEvents }: typeof newest) => allEvents.flatMap(({ note }) => note || []);
  expect(newest.has_more).toBe(true);
  expect(notesOf(newest)).toEqual(["Note 120"]);
  const older = await page(chat_id, { before: newest.allMessages[0]?.id });
  expect(notesOf(older)).toEqual(["Note 20"]);
});
