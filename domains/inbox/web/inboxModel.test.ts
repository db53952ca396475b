import { expect, test } from "vitest";
import { CallError } from "#core/client.ts";
import { shownChats } from "./chatBook.ts";
import { keptConversations } from "./inboxState.ts";
import { openInbox, settled } from "./testing/openInbox.ts";
import { pageSize } from "./testing/scriptedServer.ts";

test("a text is there at once, and once the server has it, is the server's", async () => {
  const { store, sending, server, texts } = openInbox();
  server.addChat(1);
  const sent = sending.send(1, { message: "Hello" });
  expect(store.get().outbox).toMatchObject([{ message: "Hello", client_id: "client-1", failure: undefined }]);
  await sent;
  expect(store.get().outbox).toEqual([]);
  expect(server.messages).toMatchObject([{ message: "Hello", client_id: "client-1" }]);
  expect(texts(1)).toEqual([]);
});

test("a text whose answer was lost is sent again under the same id, and reaches the customer once", async () => {
  const { store, sending, reading, server, texts } = openInbox();
  server.addChat(1);
  await reading.newest(1);
  server.failing.set("inbox.send", [new CallError(0, "The service can't be reached.")]);
  await sending.send(1, { message: "Hello" });
  expect(store.get().outbox).toEqual([]);
  expect(server.messages).toHaveLength(1);
  expect(texts(1)).toEqual(["Hello"]);
});

test("a lost answer is made good by the news of the message", async () => {
  const { store, sending, reading, server, texts, announce } = openInbox();
  server.addChat(1);
  await reading.newest(1);
  server.failing.set("inbox.send", [new CallError(0, "The service can't be reached.")]);
  await sending.send(1, { message: "Hello" });
  announce();
  await settled();
  expect(store.get().outbox).toEqual([]);
  expect(texts(1)).toEqual(["Hello"]);
});

test("texts leave in the order in which they were written", async () => {
  const { sending, server } = openInbox();
  server.addChat(1);
  await Promise.all(["one", "two", "three"].map((text) => sending.send(1, { message: text })));
  expect(server.messages.map(({ message }) => message)).toEqual(["one", "two", "three"]);
});

test("what could not be sent is still there after a reload, and can be let go", async () => {
  const { sending, server, shelf } = openInbox();
  server.addChat(1);
  server.failing.set("inbox.send", [new CallError(422, "Not allowed")]);
  await sending.send(1, { message: "Hello" });
  const reloaded = openInbox(shelf, server);
  const [pending] = reloaded.store.get().outbox;
  expect(pending).toMatchObject({ message: "Hello", client_id: "client-1", failure: "Not allowed" });
  if (pending) reloaded.sending.discard(pending);
  expect(openInbox(shelf, server).store.get().outbox).toEqual([]);
});

test("a chat that is about to be opened is there already, once, and nobody has read it", async () => {
  const { store, reading, server, texts } = openInbox();
  server.addChat(1);
  server.addMessage(1, "Anybody there?", 1);
  await Promise.all([reading.ahead(1), reading.ahead(1)]);
  await reading.ahead(1);
  expect(texts(1)).toEqual(["Anybody there?"]);
  expect(server.chats.get(1)?.is_read).toBe(0);
  expect(server.asked).toHaveLength(1);
  server.failing.set("inbox.messages", [new CallError(503, "Not available")]);
  await reading.ahead(2);
  store.view = { type: "all", open: 1, visible: true };
  await reading.newest(1);
  expect(server.chats.get(1)?.is_read).toBe(1);
  expect(texts(1)).toEqual(["Anybody there?"]);
});

test("however many chats are looked ahead to, the open one stays", async () => {
  const { store, reading, server, texts } = openInbox();
  for (let chat = 1; chat <= 2 * keptConversations; chat += 1) {
    server.addChat(chat);
    server.addMessage(chat, `In ${chat}`, 1);
  }
  store.view = { type: "all", open: 1, visible: true };
  await reading.newest(1);
  for (let chat = 2; chat <= 2 * keptConversations; chat += 1) await reading.ahead(chat);
  expect(texts(1)).toEqual(["In 1"]);
  expect(texts(2 * keptConversations)).toEqual([`In ${2 * keptConversations}`]);
  expect(store.get().conversations.size).toBe(keptConversations);
});

test("while nobody looks at the page, the open chat is not read", async () => {
  const { store, reading, server, announce } = openInbox();
  server.addChat(1);
  store.view = { type: "all", open: 1, visible: true };
  await reading.newest(1);
  store.view.visible = false;
  server.addMessage(1, "Anybody there?", 1);
  announce();
  await settled();
  expect(server.chats.get(1)?.is_read).toBe(0);
  expect(reading.isUnseen(1)).toBe(true);
  await reading.newest(1);
  expect(server.chats.get(1)?.is_read).toBe(0);
  store.view.visible = true;
  await reading.newest(1);
  expect(server.chats.get(1)?.is_read).toBe(1);
});

test("news that could not be fetched are caught up with, and tried again while the service is away", async () => {
  const { store, listing, reading, server, waits, texts, announce } = openInbox();
  server.addChat(1);
  store.view = { type: "all", open: 1, visible: true };
  await listing.first("all");
  await reading.newest(1);
  server.addMessage(1, "Hello?", 1);
  server.failing.set("inbox.receiveLast", [new CallError(503, "Not available")]);
  server.failing.set("inbox.chats", [new CallError(503, "Not available")]);
  announce();
  await settled();
  expect(texts(1)).toEqual(["Hello?"]);
  expect(waits).toEqual([1000]);
  expect(shownChats(store.get().book, "all", "active")?.[0]?.new_message).toBe("Hello?");
});

test("more messages than a page in a break leave no gap", async () => {
  const { store, reading, server, texts } = openInbox();
  server.addChat(1);
  server.addMessage(1, "before", 1);
  await reading.newest(1);
  for (let text = 1; text <= pageSize + 2; text += 1) server.addMessage(1, `${text}`, 1);
  await reading.newest(1);
  expect(texts(1)).toEqual(["3", "4", "5", "6"]);
  expect(store.get().conversations.get(1)?.hasOlder).toBe(true);
  await reading.older(1);
  expect(texts(1)).toEqual(["before", "1", "2", "3", "4", "5", "6"]);
});

test("a chat that isn't there is not asked for over and over", async () => {
  const { store, reading } = openInbox();
  expect(await reading.newest(404)).toBe(true);
  expect(store.get().failures[reading.name(404)]?.status).toBe(404);
});

test("an opened chat stays in the list of the unread until another is opened", async () => {
  const { store, listing, reading, server } = openInbox();
  server.addChat(1);
  server.addMessage(1, "Hello?", 1);
  await listing.first("unread");
  await reading.newest(1);
  const { book } = store.get();
  expect(shownChats(book, "unread", "active", 1)).toHaveLength(1);
  expect(shownChats(book, "unread", "active")).toEqual([]);
});

test("what a customer said about being texted reaches the list and the open chat, and no other chat is asked for", async () => {
  const { store, listing, reading, hearing, server } = openInbox();
  for (const chat of [1, 2]) server.addChat(chat);
  await listing.first("all");
  store.view.open = 1;
  await reading.newest(1);
  for (const chat of [1, 2]) {
    const { customer } = server.chats.get(chat) ?? expect.fail();
    server.changeChat(chat, { customer: { ...customer, optin_status: 0 } });
  }
  server.failing.set("inbox.chats", [new CallError(500, "The list is not asked for")]);
  hearing.customer(1);
  hearing.customer(99);
  await settled();
  await settled();
  const { book, conversations, failures } = store.get();
  expect(conversations.get(1)?.chat?.value.customer.optin_status).toBe(0);
  expect([1, 2].map((chat) => book.chats.get(chat)?.value.customer.optin_status)).toEqual([0, 1]);
  expect(failures).toEqual({});
});

test("a chat is in a tag's list exactly while it has the tag, open or not", async () => {
  const { store, listing, reading, server, announce } = openInbox();
  server.tags.set("hot", 5);
  for (const chat of [1, 2, 3]) server.addChat(chat, chat === 1 ? { tag_ids: [5, 6] } : {});
  const shown = (open?: number) => shownChats(store.get().book, "hot", "active", open)?.map(({ id }) => id);
  store.view = { type: "hot", open: 1, visible: true };
  await listing.first("hot");
  await reading.newest(1);
  await reading.newest(3);
  expect([shown(1), shown(3)]).toEqual([[1], [1]]);
  server.setTag(2, 5, true);
  announce();
  await settled();
  expect(shown(1)).toEqual([2, 1]);
  server.setTag(1, 5, false);
  server.setTag(2, 6, true);
  announce();
  await settled();
  expect(shown(1)).toEqual([2]);
});

test("a list that isn't there says so, until the operator adds its tag; deleted again, it is gone", async () => {
  const { store, listing, hearing, server } = openInbox();
  server.addChat(1, { tag_ids: [5] });
  store.view.type = "hot";
  expect(await listing.first("hot")).toBe(true);
  const failure = () => store.get().failures[listing.name("hot")]?.status;
  expect(failure()).toBe(404);
  expect(shownChats(store.get().book, "hot", "active")).toBeUndefined();
  server.tags.set("hot", 5);
  hearing.tags();
  await settled();
  expect(failure()).toBeUndefined();
  expect(shownChats(store.get().book, "hot", "active")).toHaveLength(1);
  server.tags.delete("hot");
  hearing.tags();
  await settled();
  expect(failure()).toBe(404);
});

test("news of tags ask for no list that is no tag's", async () => {
  const { store, listing, hearing, server } = openInbox();
  store.view.type = "unread";
  server.failing.set("inbox.chats", [new CallError(500, "The list is not asked for")]);
  hearing.tags();
  await settled();
  expect(store.get().failures[listing.name("unread")]).toBeUndefined();
});

test("a chat that is pinned anywhere in the list stands on top of it", async () => {
  const { store, listing, server, announce } = openInbox();
  for (let chat = 1; chat <= 8; chat += 1) server.addChat(chat);
  await listing.first("all");
  expect(shownChats(store.get().book, "all", "active")?.map(({ id }) => id)).toEqual([8, 7, 6]);
  server.changeChat(1, { is_pinned: 1 });
  announce();
  await settled();
  expect(shownChats(store.get().book, "all", "active")?.map(({ id }) => id)).toEqual([1, 8, 7, 6]);
});

test("a text that a colleague's reply came before waits for its writer, who goes on from there", async () => {
  const { store, sending, reading, server, texts } = openInbox();
  server.addChat(1);
  server.addMessage(1, "Is it there?", 1);
  await reading.newest(1);
  const theirs = server.addMessage(1, "Yes, come in", 0);
  const unseen = { code: "unseen_reply", message: theirs };
  server.failing.set("inbox.send", [new CallError(409, "Alex Agent answered", {}, undefined, unseen)]);
  await sending.send(1, { message: "I will look" });
  const [waiting] = store.get().outbox;
  expect(waiting).toMatchObject({ last_seen_id: 1, failure: "Alex Agent answered", unseen: { id: 2 } });
  expect(texts(1)).toEqual(["Is it there?", "Yes, come in"]);
  if (waiting) await sending.anyway(waiting);
  expect(server.asked.at(-1)).toMatchObject({ last_seen_id: 2, message: "I will look" });
  expect(store.get().outbox).toEqual([]);
});
