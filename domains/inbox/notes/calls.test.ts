import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { post } from "#core/testing/bodies.ts";
import type { Dealership } from "#core/testing/dealership.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { type Talk, talkOf } from "../testing/talk.ts";
import { chatNotes } from "./contract.ts";

let house: TestHouse;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let talk: Talk;

beforeAll(async () => {
  house = await openTestHouse();
  dealer = await house.dealership();
  agent = await house.signIn(dealer.agent);
  manager = await house.signIn(dealer.manager);
  talk = talkOf(house, dealer, agent);
});
afterAll(() => house.close());

/** Who was told of a mention since, by e-mail. */
async function toldOfMention(since: number) {
  const { rows } = await house.pool.query(
    `select u.email, n.title, n.text, n.chat_id from notifications n join users u on u.id = n.user_id
     where n.kind = 'mention' and n.id > $1 order by u.email`,
    [since],
  );
  return rows;
}
const newestNotification = async () =>
  Number((await house.pool.query("select coalesce(max(id), 0) as id from notifications")).rows[0].id);
const idOf = async (email: string) =>
  Number((await house.pool.query("select id from users where email = $1", [email])).rows[0].id);

const add = async (chat_id: number, note: string, call = agent) =>
  (await call(chatNotes.add, { body: { chat_id, note } })).data;
const notes = async (chat_id: number, call = agent) => (await call(chatNotes.ofChat, { params: { chat_id } })).data;
const told = (from: number) => house.events.heard.slice(from).filter((one) => one.event === "chat-notes-changed");

test("a note is there with its author and time, as it was typed, and the location hears of it", async () => {
  const { chat_id } = await talk.chat();
  const before = house.events.heard.length;
  const note = `Prefers <b>calls</b>\nafter 5 & "weekends"`;
  const answer = await agent(chatNotes.add, { body: { chat_id, note: `  ${note} ` } });
  expect(answer).toMatchObject({ status: "success", message: "Note Added!" });
  const created_date = house.clock.now().toISOString();
  const row = { id: answer.data.id, note, created_by_name: "Agent Tester", created_date };
  expect(answer.data).toEqual({ ...row, may_delete: 1 });
  expect(await notes(chat_id)).toEqual([{ ...row, may_delete: 1 }]);
  const room = `dealer:${dealer.dealer_id}:location:${dealer.location_id}`;
  expect(told(before)).toEqual([{ room, event: "chat-notes-changed", payload: { target_id: chat_id } }]);
});

test("the newest stands first, and of their own chat only", async () => {
  const [one, other] = [await talk.chat(), await talk.chat()];
  for (const text of ["First", "Second"]) await add(one.chat_id, text);
  await add(other.chat_id, "Elsewhere");
  expect((await notes(one.chat_id)).map(({ note }) => note)).toEqual(["Second", "First"]);
});

test("everybody may delete their own, managers and owners anybody's", async () => {
  const { chat_id } = await talk.chat();
  const owner = await house.signIn(dealer.owner);
  for (const call of [agent, manager, owner]) {
    const { id: note_id } = await add(chat_id, "By the agent");
    const mine = (await notes(chat_id, call)).find(({ id }) => id === note_id);
    expect(mine).toMatchObject({ may_delete: 1 });
    const answer = await call(chatNotes.remove, { params: { chat_id, note_id } });
    expect(answer).toMatchObject({ status: "success", message: "Note deleted!" });
  }
  expect(await notes(chat_id)).toEqual([]);
});

test("deleting again is no failure and told once; who deleted it stays known", async () => {
  const { chat_id } = await talk.chat();
  const { id: note_id } = await add(chat_id, "Once");
  const before = house.events.heard.length;
  await Promise.all([1, 2, 3].map(() => agent(chatNotes.remove, { params: { chat_id, note_id } })));
  expect(told(before)).toHaveLength(1);
  const { rows } = await house.pool.query(
    `select n.note, u.email, n.deleted_at is not null as gone,
       (select count(*)::int from audit_log where subject = 'chat note' and subject_id = n.id) as trail
     from chat_notes n join users u on u.id = n.deleted_by where n.id = $1`,
    [note_id],
  );
  expect(rows).toEqual([{ note: "Once", email: dealer.agent, gone: true, trail: 1 }]);
});

test("colleagues whom a note mentions are told once each, its writer is not", async () => {
  const { chat_id } = await talk.chat();
  const [mine, manager_id, owner_id] = await Promise.all([dealer.agent, dealer.manager, dealer.owner].map(idOf));
  const since = await newestNotification();
  const before = house.events.heard.length;
  const note = "@Manager Tester, @Owner Tester: wants the red one";
  const mentions = [manager_id, owner_id, manager_id, mine] as number[];
  await agent(chatNotes.add, { body: { chat_id, note, mentions } });
  const title = expect.stringMatching(/^Agent Tester mentioned you in a note about /);
  expect(await toldOfMention(since)).toEqual(
    [dealer.manager, dealer.owner].map((email) => ({ email, title, text: note, chat_id })),
  );
  const heard = house.events.heard.slice(before).filter(({ event }) => event === "notification-added");
  expect(heard.map(({ room }) => room).sort()).toEqual(
    [manager_id, owner_id].map((id) => `dealer:${dealer.dealer_id}:user:${id}`).sort(),
  );
});

test("mentions are taken from a form too, and a note without any tells nobody", async () => {
  const { chat_id } = await talk.chat();
  const since = await newestNotification();
  await add(chat_id, "Nobody is named");
  expect(await toldOfMention(since)).toEqual([]);
  const fields = { chat_id: String(chat_id), note: "Look", mentions: String(await idOf(dealer.manager)) };
  const sent = await post(house.http, await house.token(dealer.agent), "/chatNotes/add", fields, "urlencoded");
  expect(sent.status).toBe("success");
  expect(await toldOfMention(since)).toMatchObject([{ email: dealer.manager, text: "Look" }]);
});
