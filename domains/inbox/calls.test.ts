import { afterAll, describe, expect, test } from "vitest";
import { customers } from "#domains/customers/contract.ts";
import { freshPhone } from "#testing/dealership.ts";
import { createInboxFixture, startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { inbox } from "./contract.ts";

const opened = await startInboxTest();
const { app, dealer } = opened;
let { agent, fixture } = opened;
afterAll(() => app.close());

async function open(chat_id: number, call = agent) {
  return (await call(inbox.messages, { params: { chat_id }, body: {} })).data;
}

describe("sending", () => {
  test("a text reaches the carrier once, from the location's number, and becomes delivered", async () => {
    const { chat_id, phone } = await fixture.chat("Your car is ready");
    const sent = fixture.sentTo(phone);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ from: dealer.number, body: "Your car is ready" });
    const reference = sent[0]?.reference ?? "";
    const report = { reference, sid: app.sms.sids.get(reference) ?? "", refusal: undefined };
    for (const status of ["sent", "delivered"] as const) await app.sms.listener.onStatusReport({ ...report, status });
    const { allMessages } = await open(chat_id);
    expect(allMessages).toMatchObject([{ message: "Your car is ready", state: "delivered", is_from_customer: 0 }]);
  });

  test("the same client_id, sent five times at once, is one message", async () => {
    const { chat_id, phone } = await fixture.chat();
    const body = { chat_id, message: "Only once", client_id: crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => agent(inbox.send, { body })));
    await app.jobs.runAll();
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
    expect(fixture.sentTo(phone).filter(({ body }) => body === "Only once")).toHaveLength(1);
  });

  test("the chat's row is updated and the location's browsers are notified", async () => {
    const { chat_id } = await fixture.chat("First");
    const before = app.events.published.length;
    const { data } = await agent(inbox.send, {
      body: { chat_id, message: "Second  one\nhere", client_id: crypto.randomUUID() },
    });
    expect(data).toMatchObject({ message: "Second  one\nhere", new_message: "Second one here", state: "queued" });
    const published = app.events.published.slice(before);
    expect(published).toContainEqual({
      room: `dealer:${dealer.dealer_id}:location:${dealer.location_id}`,
      event: "chat-message-open",
      payload: { message_id: data.id, target_id: chat_id, what: "sent" },
    });
  });

  test("a reply clears the unreplied mark and reopens a closed chat", async () => {
    const { chat_id, phone } = await fixture.chat();
    await app.sms.listener.onInboundText(fixture.inbound(phone, "Is it still there?"));
    expect((await agent(inbox.chat, { params: { chat_id } })).data).toMatchObject({ is_replied: 0, is_read: 0 });
    await agent(inbox.close, { body: { chat_id, is_closed: 1 } });
    await agent(inbox.send, { body: { chat_id, message: "Yes!", client_id: crypto.randomUUID() } });
    expect((await agent(inbox.chat, { params: { chat_id } })).data).toMatchObject({ is_replied: 1, is_closed: 0 });
  });
});

describe("receiving", () => {
  test("an inbound text reported five times at once is stored once", async () => {
    const { chat_id, phone } = await fixture.chat();
    const text = fixture.inbound(phone, "On my way");
    await Promise.all(Array.from({ length: 5 }, () => app.sms.listener.onInboundText(text)));
    const { allMessages } = await open(chat_id);
    expect(allMessages.filter(({ message }) => message === "On my way")).toHaveLength(1);
  });

  test("two concurrent first texts of an unknown phone create one customer and one chat", async () => {
    const phone = freshPhone();
    await Promise.all([
      app.sms.listener.onInboundText(fixture.inbound(phone, "Hi")),
      app.sms.listener.onInboundText(fixture.inbound(phone, "Anyone?")),
    ]);
    const { data } = await agent(inbox.chats, { params: { type: "unread", offset: 0 }, body: {} });
    const chats = data.allActiveChats.filter((chat) => chat.customer.phone === phone);
    expect(chats).toHaveLength(1);
    expect(chats[0]).toMatchObject({ new_message_count: 2, customer: { first_name: "", last_name: "" } });
  });

  test("counts follow, and opening a chat marks it read for the whole team", async () => {
    const { chat_id, phone } = await fixture.chat();
    const before = (await agent(inbox.unread, {})).data;
    await app.sms.listener.onInboundText(fixture.inbound(phone, "One"));
    await app.sms.listener.onInboundText(fixture.inbound(phone, "Two"));
    const after = (await agent(inbox.unread, {})).data;
    expect(after.unread_count).toBe(before.unread_count + 1);
    expect(after.unread_count_active).toBe(before.unread_count_active + 1);
    expect(after.unreplied_count).toBe(before.unreplied_count + 1);
    const manager = await app.signIn(dealer.manager);
    const opened = await open(chat_id, manager);
    expect(opened.currentChat).toMatchObject({ is_read: 1, new_message_count: 0 });
    expect((await agent(inbox.unread, {})).data.unread_count).toBe(before.unread_count);
  });

  test("the event's message can be fetched, and counts as read only for the opened chat", async () => {
    const { chat_id, phone } = await fixture.chat();
    await app.sms.listener.onInboundText(fixture.inbound(phone, "Ring"));
    const event = app.events.published.findLast(({ payload }) => (payload as { what?: string }).what === "received");
    const message_id = (event?.payload as { message_id: number } | undefined)?.message_id ?? 0;
    const elsewhere = await agent(inbox.receiveLast, { body: { chat_id, message_id, opened_chat_id: "" } });
    expect(elsewhere.data).toMatchObject({ message: "Ring", new_message: "Ring", is_read: 0, new_message_count: 1 });
    const here = await agent(inbox.receiveLast, { body: { chat_id, message_id, opened_chat_id: chat_id } });
    expect(here.data).toMatchObject({ is_read: 1, new_message_count: 0 });
  });

  test("pictures are fetched from the carrier and stored", async () => {
    const { chat_id, phone } = await fixture.chat();
    const text = { ...fixture.inbound(phone, ""), media: [{ url: "https://carrier.example/m/1", type: "image/png" }] };
    await app.sms.listener.onInboundText(text);
    await app.jobs.runAll();
    expect((await open(chat_id)).allMessages.at(-1)).toMatchObject({ message: "", media_count: 1 });
    expect((await agent(inbox.chat, { params: { chat_id } })).data.new_message).toBe("Sent an attachment");
    const { rows } = await app.pool.query("select storage_key from message_media where url = $1", [text.media[0]?.url]);
    const stored = await app.server.ports.storage.get(rows[0].storage_key);
    expect(stored?.size).toBeGreaterThan(0);
  });
});

describe("the list", () => {
  test("cursor batches skip and repeat no chat while new texts arrive", async () => {
    const other = await app.dealership();
    const call = await app.signIn(other.agent);
    const phones = Array.from({ length: 65 }, () => freshPhone());
    for (const phone of phones) {
      app.clock.advance(1000);
      await app.sms.listener.onInboundText(fixture.inbound(phone, "Hello", other.number));
    }
    const seen: string[] = [];
    const batchAfter = async (cursor: string | null) => {
      const body = { tab: "active" as const, ...(cursor && { cursor }) };
      return (await call(inbox.chats, { params: { type: "all", offset: 0 }, body })).data;
    };
    let cursor: string | null = null;
    do {
      const data = await batchAfter(cursor);
      seen.push(...data.allActiveChats.map((chat) => chat.customer.phone));
      cursor = data.next_cursor.active;
      app.clock.advance(1000);
      await app.sms.listener.onInboundText(fixture.inbound(phones[64] as string, "Again", other.number));
    } while (cursor);
    expect(seen).toEqual([...phones].reverse());
  });

  test("the offset works without a cursor, for older clients", async () => {
    const { data: first } = await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
    const { data: rest } = await agent(inbox.chats, { params: { type: "all", offset: 1 }, body: {} });
    expect(rest.allActiveChats[0]?.id).toBe(first.allActiveChats[1]?.id);
    expect(first.activeChatsLoaded).toBe(first.allActiveChats.length);
  });

  test("a chat without a message for 30 days moves to In-Active, and a text brings it back", async () => {
    const { chat_id, phone } = await fixture.chat();
    app.clock.advance(31 * 24 * 3600 * 1000);
    const call = await app.signIn(dealer.agent);
    const { closeIdleJob } = await import("#domains/inbox/list/server/closeIdleChats.ts");
    await app.jobs.enqueue(undefined as never, closeIdleJob, [{ data: {} }]);
    await app.jobs.runAll();
    const { data } = await call(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
    expect(data.allInactiveChats.map(({ id }) => id)).toContain(chat_id);
    await app.sms.listener.onInboundText(fixture.inbound(phone, "Still interested"));
    expect((await call(inbox.chat, { params: { chat_id } })).data.is_closed).toBe(0);
    agent = call;
    fixture = createInboxFixture(app, dealer, agent);
  });

  test("a deleted customer's chat is hidden everywhere", async () => {
    const { chat_id, id } = await fixture.chat();
    const manager = await app.signIn(dealer.manager);
    await manager(customers.remove, { params: { id } });
    await expect(open(chat_id)).rejects.toMatchObject({ status: 404 });
    const { data } = await agent(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
    expect(data.allActiveChats.map((chat) => chat.id)).not.toContain(chat_id);
  });
});

describe("a pin", () => {
  const row = async (chat_id: number) => (await agent(inbox.chat, { params: { chat_id } })).data;

  test("moves a chat to the top for the whole team, and back", async () => {
    const old = await fixture.chat();
    app.clock.advance(1000);
    const newer = await fixture.chat();
    const isOnTop = async (call = agent) => {
      const { data } = await call(inbox.chats, { params: { type: "all", offset: 0 }, body: {} });
      const ids = data.allActiveChats.map((chat) => chat.id);
      return ids.indexOf(old.chat_id) < ids.indexOf(newer.chat_id);
    };
    expect(await isOnTop()).toBe(false);
    const before = app.events.published.length;
    const { data } = await agent(inbox.pin, { body: { chat_id: old.chat_id } });
    expect(data).toEqual({ is_pinned: 1 });
    expect(await isOnTop(await app.signIn(dealer.manager))).toBe(true);
    expect(app.events.published.slice(before)).toContainEqual({
      room: `dealer:${dealer.dealer_id}:location:${dealer.location_id}`,
      event: "chat-changed",
      payload: { target_id: old.chat_id },
    });
    expect((await agent(inbox.pin, { body: { chat_id: old.chat_id } })).data).toEqual({ is_pinned: 0 });
    expect(await isOnTop()).toBe(false);
  });

  test("that is set explicitly is idempotent and published once", async () => {
    const { chat_id } = await fixture.chat();
    const before = app.events.published.length;
    const tries = [1, 2, 3].map(() => agent(inbox.pin, { body: { chat_id, is_pinned: 1 } }));
    for (const { data } of await Promise.all(tries)) expect(data).toEqual({ is_pinned: 1 });
    expect((await row(chat_id)).is_pinned).toBe(1);
    const published = app.events.published.slice(before).filter(({ event }) => event === "chat-changed");
    expect(published).toHaveLength(1);
  });

  test("toggled by two people at the same moment is toggled twice", async () => {
    const { chat_id } = await fixture.chat();
    await Promise.all([1, 2].map(() => agent(inbox.pin, { body: { chat_id } })));
    expect((await row(chat_id)).is_pinned).toBe(0);
  });
});

describe("long chats", () => {
  test("the newest hundred, then older ones, then those around one message", async () => {
    const { chat_id, phone } = await fixture.chat("Message 0");
    for (let index = 1; index < 130; index++)
      await app.sms.listener.onInboundText(fixture.inbound(phone, `Message ${index}`));
    const newest = await open(chat_id);
    expect(newest.allMessages).toHaveLength(100);
    expect(newest.has_more).toBe(true);
    expect(newest.allMessages.at(-1)?.message).toBe("Message 129");
    const before = newest.allMessages[0]?.id as number;
    const older = (await agent(inbox.messages, { params: { chat_id }, body: { before } })).data;
    expect(older.allMessages.map(({ message }) => message)).toEqual(
      Array.from({ length: 30 }, (_, index) => `Message ${index}`),
    );
    expect(older.has_more).toBe(false);
    const around = older.allMessages[20]?.id as number;
    const near = (await agent(inbox.messages, { params: { chat_id }, body: { around } })).data.allMessages;
    expect(near.map(({ id }) => id)).toContain(around);
    expect(near.at(-1)?.message).toBe("Message 70");
    const after = (await agent(inbox.messages, { params: { chat_id }, body: { after: around } })).data;
    expect(after.allMessages[0]?.message).toBe("Message 21");
  });
});
