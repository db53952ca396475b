import { expect, test } from "vitest";
import { CallError } from "#core/client.ts";
import { visibleChats } from "./chatListCache.ts";
import { maxCachedConversations } from "./inboxState.ts";
import { flushPromises, openInbox } from "./testing/openInbox.ts";
import { pageSize } from "./testing/scriptedServer.ts";

test("a message shows at once, and leaves the outbox when the server has it", async () => {
  const { store, sender, server, texts } = openInbox();
  server.addChat(1);
  const sent = sender.send(1, { message: "Hello" });
  expect(store.get().outbox).toMatchObject([{ message: "Hello", client_id: "client-1", failure: undefined }]);
  await sent;
  expect(store.get().outbox).toEqual([]);
  expect(server.messages).toMatchObject([{ message: "Hello", client_id: "client-1" }]);
  expect(texts(1)).toEqual([]);
});

test("a message whose response was lost is sent again under the same id, and reaches the customer once", async () => {
  const { store, sender, messageLoader, server, texts } = openInbox();
  server.addChat(1);
  await messageLoader.newest(1);
  server.failing.set("inbox.send", [new CallError(0, "The service can't be reached.")]);
  await sender.send(1, { message: "Hello" });
  expect(store.get().outbox).toEqual([]);
  expect(server.messages).toHaveLength(1);
  expect(texts(1)).toEqual(["Hello"]);
});

test("the message's event makes up for a lost response", async () => {
  const { store, sender, messageLoader, server, texts, announce } = openInbox();
  server.addChat(1);
  await messageLoader.newest(1);
  server.failing.set("inbox.send", [new CallError(0, "The service can't be reached.")]);
  await sender.send(1, { message: "Hello" });
  announce();
  await flushPromises();
  expect(store.get().outbox).toEqual([]);
  expect(texts(1)).toEqual(["Hello"]);
});

test("messages are sent in the order they were written", async () => {
  const { sender, server } = openInbox();
  server.addChat(1);
  await Promise.all(["one", "two", "three"].map((text) => sender.send(1, { message: text })));
  expect(server.messages.map(({ message }) => message)).toEqual(["one", "two", "three"]);
});

test("a failed message is still there after a reload, and can be discarded", async () => {
  const { sender, server, storage } = openInbox();
  server.addChat(1);
  server.failing.set("inbox.send", [new CallError(422, "Not allowed")]);
  await sender.send(1, { message: "Hello" });
  const reloaded = openInbox(storage, server);
  const [pending] = reloaded.store.get().outbox;
  expect(pending).toMatchObject({ message: "Hello", client_id: "client-1", failure: "Not allowed" });
  if (pending) reloaded.sender.discard(pending);
  expect(openInbox(storage, server).store.get().outbox).toEqual([]);
});

test("a chat about to be opened is prefetched once, without being marked as read", async () => {
  const { store, messageLoader, server, texts } = openInbox();
  server.addChat(1);
  server.addMessage(1, "Anybody there?", 1);
  await Promise.all([messageLoader.prefetch(1), messageLoader.prefetch(1)]);
  await messageLoader.prefetch(1);
  expect(texts(1)).toEqual(["Anybody there?"]);
  expect(server.chats.get(1)?.is_read).toBe(0);
  expect(server.requests).toHaveLength(1);
  server.failing.set("inbox.messages", [new CallError(503, "Not available")]);
  await messageLoader.prefetch(2);
  store.view = { list: "all", open: 1, visible: true };
  await messageLoader.newest(1);
  expect(server.chats.get(1)?.is_read).toBe(1);
  expect(texts(1)).toEqual(["Anybody there?"]);
});

test("however many chats are prefetched, the open one stays cached", async () => {
  const { store, messageLoader, server, texts } = openInbox();
  for (let chat = 1; chat <= 2 * maxCachedConversations; chat += 1) {
    server.addChat(chat);
    server.addMessage(chat, `In ${chat}`, 1);
  }
  store.view = { list: "all", open: 1, visible: true };
  await messageLoader.newest(1);
  for (let chat = 2; chat <= 2 * maxCachedConversations; chat += 1) await messageLoader.prefetch(chat);
  expect(texts(1)).toEqual(["In 1"]);
  expect(texts(2 * maxCachedConversations)).toEqual([`In ${2 * maxCachedConversations}`]);
  expect(store.get().conversations.size).toBe(maxCachedConversations);
});

test("while the page is hidden, the open chat is not marked as read", async () => {
  const { store, messageLoader, server, announce } = openInbox();
  server.addChat(1);
  store.view = { list: "all", open: 1, visible: true };
  await messageLoader.newest(1);
  store.view.visible = false;
  server.addMessage(1, "Anybody there?", 1);
  announce();
  await flushPromises();
  expect(server.chats.get(1)?.is_read).toBe(0);
  expect(messageLoader.isUnseen(1)).toBe(true);
  await messageLoader.newest(1);
  expect(server.chats.get(1)?.is_read).toBe(0);
  store.view.visible = true;
  await messageLoader.newest(1);
  expect(server.chats.get(1)?.is_read).toBe(1);
});

test("a failed refresh leads to a catch-up, which retries while the service is unavailable", async () => {
  const { store, chatListLoader, messageLoader, server, waits, texts, announce } = openInbox();
  server.addChat(1);
  store.view = { list: "all", open: 1, visible: true };
  await chatListLoader.first("all");
  await messageLoader.newest(1);
  server.addMessage(1, "Hello?", 1);
  server.failing.set("inbox.receiveLast", [new CallError(503, "Not available")]);
  server.failing.set("inbox.chats", [new CallError(503, "Not available")]);
  announce();
  await flushPromises();
  expect(texts(1)).toEqual(["Hello?"]);
  expect(waits).toEqual([1000]);
  expect(visibleChats(store.get().chatLists, "all", "active")?.[0]?.new_message).toBe("Hello?");
});

test("more than a page of messages while disconnected leaves no gap", async () => {
  const { store, messageLoader, server, texts } = openInbox();
  server.addChat(1);
  server.addMessage(1, "before", 1);
  await messageLoader.newest(1);
  for (let text = 1; text <= pageSize + 2; text += 1) server.addMessage(1, `${text}`, 1);
  await messageLoader.newest(1);
  expect(texts(1)).toEqual(["3", "4", "5", "6"]);
  expect(store.get().conversations.get(1)?.hasOlder).toBe(true);
  await messageLoader.older(1);
  expect(texts(1)).toEqual(["before", "1", "2", "3", "4", "5", "6"]);
});

test("a chat that doesn't exist is not requested over and over", async () => {
  const { store, messageLoader, realtimeSync, server } = openInbox();
  expect(await messageLoader.newest(404)).toBe(true);
  expect(store.get().failures[messageLoader.failureKey(404)]?.status).toBe(404);
  store.view.open = 404;
  server.failing.set("inbox.messages", [new CallError(500, "The messages are not asked for")]);
  await realtimeSync.catchUp();
  expect(store.get().failures[messageLoader.failureKey(404)]?.status).toBe(404);
});

test("an opened chat stays in the unread list until another is opened", async () => {
  const { store, chatListLoader, messageLoader, server } = openInbox();
  server.addChat(1);
  server.addMessage(1, "Hello?", 1);
  await chatListLoader.first("unread");
  await messageLoader.newest(1);
  const { chatLists } = store.get();
  expect(visibleChats(chatLists, "unread", "active", 1)).toHaveLength(1);
  expect(visibleChats(chatLists, "unread", "active")).toEqual([]);
});

test("a change of consent reaches the list and the open chat, and no other chat is requested", async () => {
  const { store, chatListLoader, messageLoader, realtimeSync, server } = openInbox();
  for (const chat of [1, 2]) server.addChat(chat);
  await chatListLoader.first("all");
  store.view.open = 1;
  await messageLoader.newest(1);
  for (const chat of [1, 2]) {
    const { customer } = server.chats.get(chat) ?? expect.fail();
    server.changeChat(chat, { customer: { ...customer, optin_status: 0 } });
  }
  server.failing.set("inbox.chats", [new CallError(500, "The list is not asked for")]);
  realtimeSync.onCustomerChanged(1);
  realtimeSync.onCustomerChanged(99);
  await flushPromises();
  await flushPromises();
  const { chatLists, conversations, failures } = store.get();
  expect(conversations.get(1)?.chat?.value.customer.optin_status).toBe(0);
  expect([1, 2].map((chat) => chatLists.chats.get(chat)?.value.customer.optin_status)).toEqual([0, 1]);
  expect(failures).toEqual({});
});

test("a chat is in a tag's list exactly as long as it has the tag, open or not", async () => {
  const { store, chatListLoader, messageLoader, server, announce } = openInbox();
  server.tags.set("hot", 5);
  for (const chat of [1, 2, 3]) server.addChat(chat, chat === 1 ? { tag_ids: [5, 6] } : {});
  const shown = (open?: number) => visibleChats(store.get().chatLists, "hot", "active", open)?.map(({ id }) => id);
  store.view = { list: "hot", open: 1, visible: true };
  await chatListLoader.first("hot");
  await messageLoader.newest(1);
  await messageLoader.newest(3);
  expect([shown(1), shown(3)]).toEqual([[1], [1]]);
  server.setTag(2, 5, true);
  announce();
  await flushPromises();
  expect(shown(1)).toEqual([2, 1]);
  server.setTag(1, 5, false);
  server.setTag(2, 6, true);
  announce();
  await flushPromises();
  expect(shown(1)).toEqual([2]);
});

test("a list that doesn't exist says so until the operator adds its tag, and again when the tag is deleted", async () => {
  const { store, chatListLoader, realtimeSync, server } = openInbox();
  server.addChat(1, { tag_ids: [5] });
  store.view.list = "hot";
  expect(await chatListLoader.first("hot")).toBe(true);
  const failure = () => store.get().failures[chatListLoader.failureKey("hot")]?.status;
  expect(failure()).toBe(404);
  expect(visibleChats(store.get().chatLists, "hot", "active")).toBeUndefined();
  server.tags.set("hot", 5);
  realtimeSync.onTagsChanged();
  await flushPromises();
  expect(failure()).toBeUndefined();
  expect(visibleChats(store.get().chatLists, "hot", "active")).toHaveLength(1);
  server.tags.delete("hot");
  realtimeSync.onTagsChanged();
  await flushPromises();
  expect(failure()).toBe(404);
});

test("tag events reload only a tag's list", async () => {
  const { store, chatListLoader, realtimeSync, server } = openInbox();
  store.view.list = "unread";
  server.failing.set("inbox.chats", [new CallError(500, "The list is not asked for")]);
  realtimeSync.onTagsChanged();
  await flushPromises();
  expect(store.get().failures[chatListLoader.failureKey("unread")]).toBeUndefined();
});

test("a chat pinned anywhere in the list moves to the top", async () => {
  const { store, chatListLoader, server, announce } = openInbox();
  for (let chat = 1; chat <= 8; chat += 1) server.addChat(chat);
  await chatListLoader.first("all");
  expect(visibleChats(store.get().chatLists, "all", "active")?.map(({ id }) => id)).toEqual([8, 7, 6]);
  server.changeChat(1, { is_pinned: 1 });
  announce();
  await flushPromises();
  expect(visibleChats(store.get().chatLists, "all", "active")?.map(({ id }) => id)).toEqual([1, 8, 7, 6]);
});

test("a message crossed by a colleague's reply waits for its author's decision", async () => {
  const { store, sender, messageLoader, server, texts } = openInbox();
  server.addChat(1);
  server.addMessage(1, "Is it there?", 1);
  await messageLoader.newest(1);
  const theirs = server.addMessage(1, "Yes, come in", 0);
  const unseen = { code: "unseen_reply", message: theirs };
  server.failing.set("inbox.send", [new CallError(409, "Alex Agent answered", {}, undefined, unseen)]);
  await sender.send(1, { message: "I will look" });
  const [waiting] = store.get().outbox;
  expect(waiting).toMatchObject({ last_seen_id: 1, failure: "Alex Agent answered", unseen: { id: 2 } });
  expect(texts(1)).toEqual(["Is it there?", "Yes, come in"]);
  if (waiting) await sender.sendAnyway(waiting);
  expect(server.requests.at(-1)).toMatchObject({ last_seen_id: 2, message: "I will look" });
  expect(store.get().outbox).toEqual([]);
});
