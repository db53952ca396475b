import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { customers } from "#domains/customers/contract.ts";
import { chatTags } from "#domains/inbox/list/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { operatorTags } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let operator: Caller;
let agent: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  operator = await app.signIn((await app.operator()).email);
  agent = await app.signIn(dealer.agent);
});
afterAll(() => app.close());

const add = async (name: string) => (await operator(operatorTags.add, { body: { name } })).data;
const table = async (search = "", more = {}) =>
  (await operator(operatorTags.table, { body: { search: { value: search }, length: 500, ...more } })).data;

test("a new tag is in the table and available to every business at once", async () => {
  const answer = await operator(operatorTags.add, { body: { name: "  Hot   Lead " } });
  expect(answer).toMatchObject({ status: "success", message: "Tag Added!" });
  expect(answer.data).toMatchObject({ tag: "Hot Lead", slug: "hot-lead" });
  expect(await table("hot")).toEqual([{ id: answer.data.id, tag: "Hot Lead", total_customers: 0, status: 1 }]);
  const room = `dealer:${dealer.dealer_id}`;
  expect(app.events.published).toContainEqual({ room, event: "tags-changed", payload: {} });
  expect((await agent(chatTags.all)).data).toContainEqual({
    id: answer.data.id,
    tag: "Hot Lead",
    name: "Hot Lead",
    slug: "hot-lead",
    customer_count: 0,
  });
});

test("names that differ only in punctuation get their own slugs, and none takes a reserved one", async () => {
  const slugs = [];
  for (const name of ["Cash buyer", "Cash-Buyer!", "Unread", "🔥"]) slugs.push((await add(name)).slug);
  expect(slugs).toEqual(["cash-buyer", "cash-buyer-2", "unread-2", "tag"]);
});

test("tags added concurrently get different slugs", async () => {
  const added = await Promise.all(["Fleet.", "Fleet,", "Fleet;", "Fleet:"].map(add));
  expect(new Set(added.map(({ slug }) => slug)).size).toBe(4);
});

test("counts the customers of all businesses, without deleted ones", async () => {
  const { id: tag_id } = await add("Counted");
  const other = await app.dealership();
  const [mine, theirs] = [
    createInboxFixture(app, dealer, agent),
    createInboxFixture(app, other, await app.signIn(other.agent)),
  ];
  const chats = [await mine.chat(), await mine.chat()];
  for (const { chat_id } of chats) await agent(chatTags.add, { body: { chat_id, tag_id } });
  const { chat_id } = await theirs.chat();
  await (await app.signIn(other.agent))(chatTags.add, { body: { chat_id, tag_id } });
  expect(await table("counted")).toMatchObject([{ total_customers: 3 }]);
  await (await app.signIn(dealer.manager))(customers.remove, { params: { id: chats[0]?.id ?? 0 } });
  expect(await table("counted")).toMatchObject([{ total_customers: 2 }]);
});

test("filterBy limits tags to a period; an unknown value shows all", async () => {
  const { id } = await add("Of long ago");
  await app.pool.query("update tags set created_at = now() - interval '40 days' where id = $1", [id]);
  const { id: fresh } = await add("Of today");
  await app.pool.query("update tags set created_at = $2 where id = $1", [fresh, app.clock.now()]);
  const shown = async (filterBy: string) =>
    (await table("of ", { filterBy: filterBy as "today" })).map((row) => row.tag).sort();
  expect(await shown("today")).toEqual(["Of today"]);
  for (const filterBy of ["all", "", "anything"]) expect(await shown(filterBy)).toEqual(["Of long ago", "Of today"]);
});

test("a deleted tag is in no list and on no chat, its name is free again, and its chat rows stay", async () => {
  const { id: tag_id, slug } = await add("Short-lived");
  const { chat_id } = await createInboxFixture(app, dealer, agent).chat();
  await agent(chatTags.add, { body: { chat_id, tag_id } });
  const before = app.events.published.length;
  const answer = await operator(operatorTags.remove, { body: { id: tag_id } });
  expect(answer).toMatchObject({ status: "success", message: "Tag deleted!" });
  expect(app.events.published.slice(before)).toContainEqual({
    room: `dealer:${dealer.dealer_id}`,
    event: "tags-changed",
    payload: {},
  });
  expect(await table("short")).toEqual([]);
  const { my_tags, other_tags } = (await agent(chatTags.ofChat, { params: { chat_id } })).data;
  expect([...my_tags, ...other_tags].filter(({ id }) => id === tag_id)).toEqual([]);
  expect((await app.pool.query("select from chat_tags where tag_id = $1", [tag_id])).rowCount).toBe(1);
  const again = await add("Short-lived");
  expect(again).toMatchObject({ slug });
  expect((await agent(chatTags.ofChat, { params: { chat_id } })).data.my_tags).toEqual([]);
});

test("the platform's trail records who added and deleted a tag", async () => {
  const { id } = await add("Traced");
  await operator(operatorTags.remove, { body: { id } });
  const { rows } = await app.pool.query(
    "select dealer_id, action, detail from audit_log where subject = 'tag' and subject_id = $1 order by id",
    [id],
  );
  expect(rows).toEqual(["added", "deleted"].map((action) => ({ dealer_id: 0, action, detail: { tag: "Traced" } })));
});
