import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { operatorTags } from "#domains/admin/tags/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { tagsOfCustomers } from "#domains/customers/server/store.ts";
import { inbox } from "#domains/inbox/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { createInboxFixture, type InboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { chatTags } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let fixture: InboxFixture;
let operator: Caller;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  agent = await app.signIn(dealer.agent);
  operator = await app.signIn((await app.operator()).email);
  fixture = createInboxFixture(app, dealer, agent);
});
afterAll(() => app.close());

const newTag = async (name: string) => (await operator(operatorTags.add, { body: { name } })).data;
const put = (chat_id: number, tag_id: number, call = agent) => call(chatTags.add, { body: { chat_id, tag_id } });
const ofChat = async (chat_id: number) => (await agent(chatTags.ofChat, { params: { chat_id } })).data;
const count = async (id: number, call = agent) =>
  (await call(chatTags.all)).data.find((tag) => tag.id === id)?.customer_count;
const room = () => `dealer:${dealer.dealer_id}:location:${dealer.location_id}`;
const eventsSince = (event: string, from: number) =>
  app.events.published.slice(from).filter((one) => one.event === event);

describe("a chat's tags", () => {
  test("adding one moves it from the other tags to the chat's, and is published to the location", async () => {
    const { chat_id } = await fixture.chat();
    const { id, tag, slug } = await newTag("Test drive");
    const before = app.events.published.length;
    expect(await put(chat_id, id)).toMatchObject({ status: "success", message: "Tag Added!", data: null });
    const { my_tags, other_tags } = await ofChat(chat_id);
    expect(my_tags).toEqual([{ id, tag, name: tag, slug }]);
    expect(other_tags.map((other) => other.id)).not.toContain(id);
    expect((await agent(inbox.chat, { params: { chat_id } })).data.tag_ids).toEqual([id]);
    const payload = { target_id: chat_id, tag_id: id };
    expect(eventsSince("chat-tags-changed", before)).toEqual([{ room: room(), event: "chat-tags-changed", payload }]);
  });

  test("adding one concurrently adds and publishes it once", async () => {
    const { chat_id } = await fixture.chat();
    const { id } = await newTag("Twice added");
    const before = app.events.published.length;
    await Promise.all([put(chat_id, id), put(chat_id, id), put(chat_id, id)]);
    expect((await ofChat(chat_id)).my_tags).toHaveLength(1);
    expect(eventsSince("chat-tags-changed", before)).toHaveLength(1);
  });

  test("removing one twice removes and publishes it once", async () => {
    const { chat_id } = await fixture.chat();
    const { id: tag_id } = await newTag("Taken off");
    await put(chat_id, tag_id);
    const before = app.events.published.length;
    for (let time = 0; time < 2; time++) {
      const answer = await agent(chatTags.remove, { params: { chat_id, tag_id } });
      expect(answer).toMatchObject({ status: "success", message: "Tag deleted!" });
    }
    expect((await ofChat(chat_id)).my_tags).toEqual([]);
    expect(eventsSince("chat-tags-changed", before)).toHaveLength(1);
  });

  test("are counted for the acting location, without deleted customers", async () => {
    const { id } = await newTag("Counted here");
    const [one, other] = [await fixture.chat(), await fixture.chat()];
    await put(one.chat_id, id);
    await put(other.chat_id, id);
    const elsewhere = await app.signIn(dealer.otherAgent);
    const far = await createInboxFixture(app, dealer, elsewhere).chat();
    await put(far.chat_id, id, elsewhere);
    expect(await count(id)).toBe(2);
    expect(await count(id, elsewhere)).toBe(1);
    await (await app.signIn(dealer.manager))(customers.remove, { params: { id: one.id } });
    expect(await count(id)).toBe(1);
  });
});

describe("the list of a tag", () => {
  const listOf = async (type: string, call = agent) =>
    (await call(inbox.chats, { params: { type, offset: 0 }, body: {} })).data;

  test("holds the acting location's chats with the tag, in both tabs", async () => {
    const { id, slug } = await newTag("Trade-in");
    const [open, closed, without] = [await fixture.chat(), await fixture.chat(), await fixture.chat()];
    await put(open.chat_id, id);
    await put(closed.chat_id, id);
    await agent(inbox.close, { body: { chat_id: closed.chat_id, is_closed: 1 } });
    const elsewhere = await app.signIn(dealer.otherAgent);
    const far = await createInboxFixture(app, dealer, elsewhere).chat();
    await put(far.chat_id, id, elsewhere);
    const { allActiveChats, allInactiveChats } = await listOf(slug);
    expect(allActiveChats.map((chat) => chat.id)).toEqual([open.chat_id]);
    expect(allInactiveChats.map((chat) => chat.id)).toEqual([closed.chat_id]);
    expect((await listOf(slug)).tag_id).toBe(id);
    expect(await listOf("all")).toMatchObject({ tag_id: null, member_id: null });
    expect((await listOf("all")).allActiveChats.map((chat) => chat.id)).toContain(without.chat_id);
    expect((await listOf(slug, elsewhere)).allActiveChats.map((chat) => chat.id)).toEqual([far.chat_id]);
  });

  test("comes in batches like any other", async () => {
    const { id, slug } = await newTag("Many");
    const chats = [];
    for (let at = 0; at < 31; at++) {
      app.clock.advance(1000);
      chats.push((await fixture.chat()).chat_id);
      await put(chats[at] as number, id);
    }
    const first = await listOf(slug);
    const cursor = first.next_cursor.active ?? "";
    const rest = (await agent(inbox.chats, { params: { type: slug, offset: 0 }, body: { cursor } })).data;
    const seen = [...first.allActiveChats, ...rest.allActiveChats].map((chat) => chat.id);
    expect(seen).toEqual(chats.reverse());
  });

  test("has a slug in any script, however long the name", async () => {
    const { id, slug } = await newTag("購".repeat(60));
    const { chat_id } = await fixture.chat();
    await put(chat_id, id);
    expect((await listOf(slug)).allActiveChats.map((chat) => chat.id)).toEqual([chat_id]);
  });

  test("a tag named like a built-in list doesn't replace it", async () => {
    const { slug, id } = await newTag("All");
    const { chat_id } = await fixture.chat();
    expect((await listOf("all")).allActiveChats.map((chat) => chat.id)).toContain(chat_id);
    await put(chat_id, id);
    expect((await listOf(slug)).allActiveChats.map((chat) => chat.id)).toEqual([chat_id]);
  });
});

describe("the unreplied mark", () => {
  test("can be cleared without a reply, and returns with the customer's next text", async () => {
    const { chat_id, phone } = await fixture.chat();
    await app.sms.listener.onInboundText(fixture.inbound(phone, "Still there?"));
    const unreplied = async () => (await agent(inbox.unread, {})).data.unreplied_count;
    const waiting = await unreplied();
    const before = app.events.published.length;
    for (let time = 0; time < 2; time++) {
      const answer = await agent(chatTags.clearUnreplied, { params: { chat_id } });
      expect(answer).toMatchObject({ status: "success", message: "Tag cleared!" });
    }
    expect((await agent(inbox.chat, { params: { chat_id } })).data).toMatchObject({ is_replied: 1, is_read: 0 });
    expect(await unreplied()).toBe(waiting - 1);
    expect(eventsSince("chat-changed", before)).toEqual([
      { room: room(), event: "chat-changed", payload: { target_id: chat_id } },
    ]);
    await app.sms.listener.onInboundText(fixture.inbound(phone, "Hello?"));
    expect((await agent(inbox.chat, { params: { chat_id } })).data.is_replied).toBe(0);
  });
});

test("a customer's row has the tags of their chat, as data and as markup", async () => {
  const { chat_id, id: tagged } = await fixture.chat();
  const { id: untagged } = await fixture.customer();
  const tag = await newTag(`<img src=x onerror="a()">`);
  await put(chat_id, tag.id);
  await put(chat_id, (await newTag("A first")).id);
  const scope = { dealer_id: dealer.dealer_id, location_id: dealer.location_id };
  const of = await app.server.within.business(scope, "test", ({ db }) =>
    tagsOfCustomers(db, scope as Parameters<typeof tagsOfCustomers>[1], [tagged, untagged]),
  );
  expect(of(untagged)).toEqual({ tags: [], user_tags: "" });
  expect(of(tagged).tags.map((one) => one.tag)).toEqual([`<img src=x onerror="a()">`, "A first"]);
  expect(of(tagged).user_tags).toContain(
    '<span class="badge">&lt;img src=x onerror=&quot;a()&quot;&gt;</span> <span class="badge">A first</span>',
  );
});
