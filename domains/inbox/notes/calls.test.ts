import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
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
