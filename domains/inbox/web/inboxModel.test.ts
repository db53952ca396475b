import { expect, test } from "vitest";
import { CallError } from "#core/client.ts";
import { shownChats } from "./chatBook.ts";
import { shownMessages } from "./conversation.ts";
import { createDrafts } from "./drafts.ts";
import { createInbox } from "./inboxModel.ts";
import { createScriptedServer, createShelf, pageSize } from "./testing/scriptedServer.ts";

function openInbox(shelf = createShelf(), server = createScriptedServer()) {
  let ids = 0;
  const waits: number[] = [];
  const inbox = createInbox({
    call: server.call,
    shelf,
    newId: () => `client-${++ids}`,
    now: () => new Date("2026-03-01T16:00:00Z"),
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  const texts = (chat: number) => {
    const conversation = inbox.store.get().conversations.get(chat);
    return conversation ? shownMessages(conversation).map(({ message }) => message) : [];
  };
  const announce = () => {
    for (const { event, chat, message, what } of server.announced.splice(0)) {
      if (event === "chat") inbox.hearing.chat(chat);
      else inbox.hearing.message({ message_id: message, target_id: chat, what });
    }
  };
  return { ...inbox, server, shelf, waits, texts, announce };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a text is there at once, and once the server has it, is the server's", async () => {
  const { store, sending, server, texts } = openInbox();
  server.addChat(1);
  const sent = sending.send(1, "Hello");
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
  await sending.send(1, "Hello");
  const [failed] = store.get().outbox;
  expect(failed).toMatchObject({ failure: "The service can't be reached.", client_id: "client-1" });
  if (failed) await sending.again(failed);
  expect(store.get().outbox).toEqual([]);
  expect(server.messages).toHaveLength(1);
  expect(texts(1)).toEqual(["Hello"]);
});

test("a lost answer is made good by the news of the message", async () => {
  const { store, sending, reading, server, texts, announce } = openInbox();
  server.addChat(1);
  await reading.newest(1);
  server.failing.set("inbox.send", [new CallError(0, "The service can't be reached.")]);
  await sending.send(1, "Hello");
  announce();
  await settled();
  expect(store.get().outbox).toEqual([]);
  expect(texts(1)).toEqual(["Hello"]);
});

test("texts leave in the order in which they were written", async () => {
  const { sending, server } = openInbox();
  server.addChat(1);
  await Promise.all(["one", "two", "three"].map((text) => sending.send(1, text)));
  expect(server.messages.map(({ message }) => message)).toEqual(["one", "two", "three"]);
});

test("what could not be sent is still there after a reload, and can be let go", async () => {
  const { sending, server, shelf } = openInbox();
  server.addChat(1);
  server.failing.set("inbox.send", [new CallError(503, "Not available")]);
  await sending.send(1, "Hello");
  const reloaded = openInbox(shelf, server);
  const [pending] = reloaded.store.get().outbox;
  expect(pending).toMatchObject({ message: "Hello", client_id: "client-1", failure: "Not available" });
  if (pending) reloaded.sending.discard(pending);
  expect(openInbox(shelf, server).store.get().outbox).toEqual([]);
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

test("drafts are kept chat by chat", () => {
  const drafts = createDrafts(createShelf());
  drafts.keep(1, "Hello");
  expect(drafts.of(1)).toBe("Hello");
  expect(drafts.of(2)).toBe("");
  drafts.keep(1, "");
  expect(drafts.of(1)).toBe("");
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
