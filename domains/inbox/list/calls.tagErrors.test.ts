import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { operatorTags } from "#domains/admin/tags/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createInboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { chatTags } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let chat_id: number;
let tag_id: number;
let deletedTag: number;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  const operator = await app.signIn((await app.operator()).email);
  chat_id = (await createInboxFixture(app, dealer, agent).chat()).chat_id;
  tag_id = (await operator(operatorTags.add, { body: { name: "Right" } })).data.id;
  deletedTag = (await operator(operatorTags.add, { body: { name: "Gone" } })).data.id;
  await operator(operatorTags.remove, { body: { id: deletedTag } });
});
afterAll(() => app.close());

const taggings = async () => (await app.pool.query("select * from chat_tags order by 1, 2, 3")).rows;

test.each(["", undefined, null, "0", "undefined"])("adding the tag %j fails validation", async (chosen) => {
  const words = "Please select a tag to add!";
  const body = { chat_id, tag_id: chosen as number | undefined };
  const failure = { status: 422, message: words, fields: { tag_id: words } };
  await expect(agent(chatTags.add, { body })).rejects.toMatchObject(failure);
});

test.each(["abc", 999_999, -1, "1; drop table tags"])("a tag %j is not found", async (wrong) => {
  const before = await taggings();
  await expect(agent(chatTags.add, { body: { chat_id, tag_id: wrong } })).rejects.toMatchObject({ status: 404 });
  const removal = agent(chatTags.remove, { params: { chat_id, tag_id: wrong } });
  await expect(removal).rejects.toMatchObject({ status: 404 });
  expect(await taggings()).toEqual(before);
});

test("a deleted tag can't be added, and its list is not found", async () => {
  await expect(agent(chatTags.add, { body: { chat_id, tag_id: deletedTag } })).rejects.toMatchObject({ status: 404 });
  const list = agent(inbox.chats, { params: { type: "gone", offset: 0 }, body: {} });
  await expect(list).rejects.toMatchObject({ status: 404 });
});

test.each(["nothing-like-this", "a b", "'", "../x", "%00", "x".repeat(100)])("a list %j is not found", async (type) => {
  const list = agent(inbox.chats, { params: { type, offset: 0 }, body: {} });
  await expect(list).rejects.toMatchObject({ status: 404 });
});

describe("somebody else's chat is not found, and nothing changes", () => {
  const strangers = ["another location's agent", "another dealer's owner"] as const;
  test.each(strangers)("by %s", async (who) => {
    const email = who === strangers[0] ? dealer.otherAgent : (await app.dealership()).owner;
    const stranger = await app.signIn(email);
    await agent(chatTags.add, { body: { chat_id, tag_id } });
    const before = [await taggings(), app.events.published.length];
    for (const attempt of [
      () => stranger(chatTags.ofChat, { params: { chat_id } }),
      () => stranger(chatTags.add, { body: { chat_id, tag_id } }),
      () => stranger(chatTags.remove, { params: { chat_id, tag_id } }),
      () => stranger(chatTags.clearUnreplied, { params: { chat_id } }),
      () => stranger(inbox.pin, { body: { chat_id } }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ status: 404 });
    }
    expect([await taggings(), app.events.published.length]).toEqual(before);
    expect((await stranger(chatTags.all)).data.map((tag) => tag.customer_count)).toEqual([0]);
  });
});

test.each(["delete/1", "clear"])("a browser's prefetch does not %s", async (what) => {
  const token = await app.token(dealer.agent);
  const url = what === "clear" ? `clear/${chat_id}/unreplied` : `delete/${chat_id}/${tag_id}`;
  await agent(chatTags.add, { body: { chat_id, tag_id } });
  const headers = { authorization: `Bearer ${token}`, "sec-purpose": "prefetch" };
  const answer = await app.http.inject({ method: "GET", url: `/api/chatTags/${url}`, headers });
  expect(answer.statusCode).toBe(403);
  expect((await agent(chatTags.ofChat, { params: { chat_id } })).data.my_tags).toHaveLength(1);
});
