import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createInboxFixture, type InboxFixture } from "#testing/inbox/inboxFixture.ts";
import { postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { chatNotes } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let fixture: InboxFixture;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  manager = await app.signIn(dealer.manager);
  fixture = createInboxFixture(app, dealer, agent);
});
afterAll(() => app.close());

/** The mention notifications since an id, by e-mail. */
async function mentionsSince(since: number) {
  const { rows } = await app.pool.query(
    `select u.email, n.title, n.text, n.chat_id from notifications n join users u on u.id = n.user_id
     where n.kind = 'mention' and n.id > $1 order by u.email`,
    [since],
  );
  return rows;
}
const newestNotification = async () =>
  Number((await app.pool.query("select coalesce(max(id), 0) as id from notifications")).rows[0].id);
const idOf = async (email: string) =>
  Number((await app.pool.query("select id from users where email = $1", [email])).rows[0].id);

const add = async (chat_id: number, note: string, call = agent) =>
  (await call(chatNotes.add, { body: { chat_id, note } })).data;
const notes = async (chat_id: number, call = agent) => (await call(chatNotes.ofChat, { params: { chat_id } })).data;
const noteEvents = (from: number) =>
  app.events.published.slice(from).filter((one) => one.event === "chat-notes-changed");

test("a note is stored as typed, with its author and time, and published to the location", async () => {
  const { chat_id } = await fixture.chat();
  const before = app.events.published.length;
  const note = `Prefers <b>calls</b>\nafter 5 & "weekends"`;
  const answer = await agent(chatNotes.add, { body: { chat_id, note: `  ${note} ` } });
  expect(answer).toMatchObject({ status: "success", message: "Note Added!" });
  const created_date = app.clock.now().toISOString();
  const row = { id: answer.data.id, note, created_by_name: "Agent Tester", created_date };
  expect(answer.data).toEqual({ ...row, may_delete: 1 });
  expect(await notes(chat_id)).toEqual([{ ...row, may_delete: 1 }]);
  const room = `dealer:${dealer.dealer_id}:location:${dealer.location_id}`;
  expect(noteEvents(before)).toEqual([{ room, event: "chat-notes-changed", payload: { target_id: chat_id } }]);
});

test("a note that is saved again after a lost answer stays one, and mentions nobody twice", async () => {
  const { chat_id } = await fixture.chat();
  const mentions = [await idOf(dealer.manager)];
  const body = { chat_id, note: "Papers are in office 2", mentions, client_id: crypto.randomUUID() };
  const before = await newestNotification();
  const [first, ...again] = await Promise.all([1, 2, 3].map(() => agent(chatNotes.add, { body })));
  for (const { data } of again) expect(data).toEqual(first?.data);
  expect(await notes(chat_id)).toHaveLength(1);
  expect(await mentionsSince(before)).toHaveLength(1);
  // The same words written once more are another note, and so is the same id by a colleague or in another chat.
  await agent(chatNotes.add, { body: { ...body, client_id: crypto.randomUUID() } });
  expect(await notes(chat_id)).toHaveLength(2);
  const other = await fixture.chat();
  for (const call of [agent, manager]) await call(chatNotes.add, { body: { ...body, chat_id: other.chat_id } });
  expect(await notes(other.chat_id)).toHaveLength(2);
});

test("a chat's notes are listed newest first, without other chats' notes", async () => {
  const [one, other] = [await fixture.chat(), await fixture.chat()];
  for (const text of ["First", "Second"]) await add(one.chat_id, text);
  await add(other.chat_id, "Elsewhere");
  expect((await notes(one.chat_id)).map(({ note }) => note)).toEqual(["Second", "First"]);
});

test("everybody can delete their own notes, managers and owners any", async () => {
  const { chat_id } = await fixture.chat();
  const owner = await app.signIn(dealer.owner);
  for (const call of [agent, manager, owner]) {
    const { id: note_id } = await add(chat_id, "By the agent");
    const mine = (await notes(chat_id, call)).find(({ id }) => id === note_id);
    expect(mine).toMatchObject({ may_delete: 1 });
    const answer = await call(chatNotes.remove, { params: { chat_id, note_id } });
    expect(answer).toMatchObject({ status: "success", message: "Note deleted!" });
  }
  expect(await notes(chat_id)).toEqual([]);
});

test("deleting is idempotent, published once, and recorded with who did it", async () => {
  const { chat_id } = await fixture.chat();
  const { id: note_id } = await add(chat_id, "Once");
  const before = app.events.published.length;
  await Promise.all([1, 2, 3].map(() => agent(chatNotes.remove, { params: { chat_id, note_id } })));
  expect(noteEvents(before)).toHaveLength(1);
  const { rows } = await app.pool.query(
    `select n.note, u.email, n.deleted_at is not null as is_deleted,
       (select count(*)::int from audit_log where subject = 'chat note' and subject_id = n.id) as trail
     from chat_notes n join users u on u.id = n.deleted_by where n.id = $1`,
    [note_id],
  );
  expect(rows).toEqual([{ note: "Once", email: dealer.agent, is_deleted: true, trail: 1 }]);
});

test("mentioned colleagues are notified once each, the author is not", async () => {
  const { chat_id } = await fixture.chat();
  const [mine, manager_id, owner_id] = await Promise.all([dealer.agent, dealer.manager, dealer.owner].map(idOf));
  const since = await newestNotification();
  const before = app.events.published.length;
  const note = "@Manager Tester, @Owner Tester: wants the red one";
  const mentions = [manager_id, owner_id, manager_id, mine] as number[];
  await agent(chatNotes.add, { body: { chat_id, note, mentions } });
  const title = expect.stringMatching(/^Agent Tester mentioned you in a note about /);
  expect(await mentionsSince(since)).toEqual(
    [dealer.manager, dealer.owner].map((email) => ({ email, title, text: note, chat_id })),
  );
  const heard = app.events.published.slice(before).filter(({ event }) => event === "notification-added");
  expect(heard.map(({ room }) => room).sort()).toEqual(
    [manager_id, owner_id].map((id) => `dealer:${dealer.dealer_id}:user:${id}`).sort(),
  );
});

test("mentions work from a form too, and a note without any notifies nobody", async () => {
  const { chat_id } = await fixture.chat();
  const since = await newestNotification();
  await add(chat_id, "Nobody is named");
  expect(await mentionsSince(since)).toEqual([]);
  const fields = { chat_id: String(chat_id), note: "Look", mentions: String(await idOf(dealer.manager)) };
  const sent = await postEncoded(app.http, await app.token(dealer.agent), "/chatNotes/add", fields, "urlencoded");
  expect(sent.status).toBe("success");
  expect(await mentionsSince(since)).toMatchObject([{ email: dealer.manager, text: "Look" }]);
});
