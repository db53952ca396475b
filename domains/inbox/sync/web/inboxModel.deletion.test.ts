import { expect, test } from "vitest";
import { CallError } from "#core/client.ts";
import { visibleMessages } from "./conversationCache.ts";
import { flushPromises, openInbox } from "./testing/openInbox.ts";
import { pageSize } from "./testing/scriptedServer.ts";

test("a deleted message's content disappears with the event, whatever is still in flight", async () => {
  const { store, messageLoader, server, texts, announce } = openInbox();
  for (const chat of [1, 2]) server.addChat(chat);
  for (const [chat, text] of [[1, "One"] as const, [1, "Two"] as const, [2, "Three"] as const]) {
    server.addMessage(chat, text, 1);
  }
  await messageLoader.newest(2);
  store.view.open = 1;
  await messageLoader.newest(1);
  server.announced.length = 0;
  server.deleteMessage(1);
  server.deleteMessage(3);
  server.failing.set("inbox.receiveLast", [new CallError(503, "Not available")]);
  const late = messageLoader.newest(1);
  announce();
  expect([texts(1), texts(2)]).toEqual([["", "Two"], [""]]);
  expect(JSON.stringify([...(store.get().conversations.get(2)?.messages.values() ?? [])])).not.toContain("Three");
  await late;
  await flushPromises();
  expect(visibleMessages(store.get().conversations.get(1) ?? expect.fail())).toEqual(server.messagesOf(1));
});

test("the owner sees a deleted message's content after the refresh", async () => {
  const { store, messageLoader, server, texts, announce } = openInbox();
  server.addChat(1);
  const whole = server.addMessage(1, "One", 1);
  store.view.open = 1;
  await messageLoader.newest(1);
  server.deleteMessage(1);
  const deleted = { by: "Olivia Owner", at: "2026-03-01T16:00:00Z" };
  server.messages[0] = { ...whole, deleted };
  announce();
  expect(texts(1)).toEqual([""]);
  await flushPromises();
  expect(visibleMessages(store.get().conversations.get(1) ?? expect.fail())).toEqual([{ ...whole, deleted }]);
});

test("a missed deletion shows up when the newest messages are reloaded", async () => {
  const { messageLoader, server, texts } = openInbox();
  server.addChat(1);
  for (const text of ["One", "Two", "Three"]) server.addMessage(1, text, 1);
  await messageLoader.newest(1);
  server.deleteMessage(2);
  server.deleteMessage(3);
  await messageLoader.newest(1);
  expect(texts(1)).toEqual(["One", "", ""]);
});

test("older loaded messages are reloaded too, and dropped if there are too many", async () => {
  const { store, messageLoader, server, texts } = openInbox();
  server.addChat(1);
  for (let count = 1; count <= pageSize * 9; count += 1) server.addMessage(1, `${count}`, 1);
  await messageLoader.newest(1);
  for (let pages = 0; pages < 3; pages += 1) await messageLoader.older(1);
  server.deleteMessage(pageSize * 6);
  await messageLoader.newest(1);
  expect(texts(1)).not.toContain(`${pageSize * 6}`);
  expect(texts(1)).toHaveLength(pageSize * 4);
  for (let pages = 0; pages < 5; pages += 1) await messageLoader.older(1);
  await messageLoader.newest(1);
  expect(store.get().conversations.get(1)).toMatchObject({ hasOlder: true });
  expect(texts(1)).toHaveLength(pageSize * 6);
});
