import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { failures } from "#core/failure.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { chatNotes, maxNoteLength, maxNoteMentions, maxNotesPerChat } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let chat_id: number;
let note_id: number;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  manager = await app.signIn(dealer.manager);
  chat_id = (await createInboxFixture(app, dealer, agent).chat()).chat_id;
  note_id = (await manager(chatNotes.add, { body: { chat_id, note: "By the manager" } })).data.id;
});
afterAll(() => app.close());

const stored = async () => (await app.pool.query("select * from chat_notes order by id")).rows;

test.each([
  ["", "Please type a note to add!"],
  [" \n\t", "Please type a note to add!"],
  [undefined, "Please type a note to add!"],
  [["a"], "Enter text here"],
  ["a\u0000b", "This contains a character we can't save"],
  ["x".repeat(maxNoteLength + 1), "Use at most 2,000 characters"],
])("the note %j fails validation", async (note, words) => {
  const before = await stored();
  const body = { chat_id, note: note as string };
  const failure = { status: 422, message: words, fields: { note: words } };
  await expect(agent(chatNotes.add, { body })).rejects.toMatchObject(failure);
  expect(await stored()).toEqual(before);
});

test("an agent can't delete a colleague's note, and isn't offered to", async () => {
  const before = await stored();
  const { data } = await agent(chatNotes.ofChat, { params: { chat_id } });
  expect(data).toMatchObject([{ id: note_id, created_by_name: "Manager Tester", may_delete: 0 }]);
  await expect(agent(chatNotes.remove, { params: { chat_id, note_id } })).rejects.toMatchObject({
    status: 403,
    message: "You can only delete your own notes.",
  });
  expect(await stored()).toEqual(before);
});

test.each([999_999, "abc", -1, 0])("the note %j is not found", async (wrong) => {
  const removed = manager(chatNotes.remove, { params: { chat_id, note_id: wrong } });
  await expect(removed).rejects.toMatchObject({ status: 404 });
});

test("a note of another chat is not found in this one", async () => {
  const other = await createInboxFixture(app, dealer, agent).chat();
  const removed = manager(chatNotes.remove, { params: { chat_id: other.chat_id, note_id } });
  await expect(removed).rejects.toMatchObject({ status: 404 });
});

describe("somebody else's chat is not found, and nothing changes", () => {
  const strangers = ["another location's agent", "another dealer's owner"] as const;
  test.each(strangers)("by %s", async (who) => {
    const email = who === strangers[0] ? dealer.otherAgent : (await app.dealership()).owner;
    const stranger = await app.signIn(email);
    const before = [await stored(), app.events.published.length];
    for (const attempt of [
      () => stranger(chatNotes.ofChat, { params: { chat_id } }),
      () => stranger(chatNotes.add, { body: { chat_id, note: "Hello" } }),
      () => stranger(chatNotes.remove, { params: { chat_id, note_id } }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 404 });
    }
    expect([await stored(), app.events.published.length]).toEqual(before);
  });
});

test("a browser's prefetch deletes nothing", async () => {
  const headers = { authorization: `Bearer ${await app.token(dealer.manager)}`, purpose: "prefetch" };
  const url = `/api/chatNotes/delete/${chat_id}/${note_id}`;
  expect((await app.http.inject({ method: "GET", url, headers })).statusCode).toBe(403);
  expect((await agent(chatNotes.ofChat, { params: { chat_id } })).data).toHaveLength(1);
});

test("the limit holds under concurrent adds", async () => {
  const other = await createInboxFixture(app, dealer, agent).chat();
  await app.pool.query(
    `insert into chat_notes (dealer_id, location_id, chat_id, user_id, note, created_at)
     select $1, $2, $3, (select id from users where dealer_id = $1 limit 1), 'x', now() from generate_series(1, $4::int)`,
    [dealer.dealer_id, dealer.location_id, other.chat_id, maxNotesPerChat - 1],
  );
  const body = { chat_id: other.chat_id, note: "One more" };
  const results = await Promise.allSettled([1, 2, 3].map(() => agent(chatNotes.add, { body })));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = results.find(({ status }) => status === "rejected");
  expect(refused).toMatchObject({ reason: { status: 409, message: expect.stringContaining("300 notes") } });
});

test.each([
  "a colleague of another location",
  "somebody of another dealer",
  "a deactivated colleague",
  "nobody",
  "nonsense",
] as const)("a note that mentions %s gets a 404, is not stored and notifies nobody", async (whom) => {
  const ids = {
    "a colleague of another location": dealer.otherAgent,
    "somebody of another dealer": (await app.dealership()).owner,
    "a deactivated colleague": dealer.manager,
  };
  const idOf = async (email: string) =>
    Number((await app.pool.query("select id from users where email = $1", [email])).rows[0].id);
  const mention = whom === "nobody" ? 999_999_999 : whom === "nonsense" ? "abc" : await idOf(ids[whom]);
  const active = (is_active: boolean) =>
    app.pool.query("update users set is_active = $1 where email = $2", [is_active, dealer.manager]);
  if (whom === "a deactivated colleague") await active(false);
  const before = [await stored(), app.events.published.length];
  const mentions = [await idOf(dealer.owner), mention as number];
  const added = agent(chatNotes.add, { body: { chat_id, note: "Look", mentions } });
  await expect(added).rejects.toMatchObject({ status: 404, message: failures.absent.message });
  expect([await stored(), app.events.published.length]).toEqual(before);
  expect((await app.pool.query("select 1 from notifications where dealer_id = $1", [dealer.dealer_id])).rows).toEqual(
    [],
  );
  await active(true);
});

test("mentioning too many people is refused", async () => {
  const mentions = Array.from({ length: maxNoteMentions + 1 }, (_, index) => index + 1);
  const words = "A note can mention at most 20 people";
  const added = agent(chatNotes.add, { body: { chat_id, note: "Look", mentions } });
  await expect(added).rejects.toMatchObject({ status: 422, fields: { mentions: words } });
});
