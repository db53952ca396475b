import fc from "fast-check";
import { expect, test } from "vitest";
import { shownChats, tabs } from "./chatBook.ts";
import { shownMessages } from "./conversation.ts";
import { createInbox } from "./inboxModel.ts";
import { createScriptedServer, createShelf } from "./testing/scriptedServer.ts";

/*
 * Whatever happens in the dealership while the inbox is open, and in whatever order requests are read and answers
 * arrive: once everything has arrived, the screen shows what the server holds, each thing once and in its place.
 */

const chat = fc.integer({ min: 1, max: 8 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("receive" as const), chat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("colleague" as const), chat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("send" as const), chat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("state" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("close" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("read" as const), chat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("open" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("next" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("older" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("break" as const), chat }) },
);
const type = fc.constantFrom("all" as const, "unread" as const, "unreplied" as const);

test("any order of events and answers ends in what the server holds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), type, fc.array(step, { maxLength: 25 }), async (scheduler, type, steps) => {
      let later: Promise<unknown>[] = [];
      const server = createScriptedServer(async (reads) => {
        await scheduler.schedule(Promise.resolve(), "read");
        const read = reads();
        await scheduler.schedule(Promise.resolve(), "arrive");
        return read;
      });
      for (let id = 1; id <= 8; id += 1) server.addChat(id, id % 4 === 0 ? { is_closed: 1 } : {});
      let ids = 0;
      const inbox = createInbox({
        call: server.call,
        shelf: createShelf(),
        newId: () => `client-${++ids}`,
        now: () => new Date(),
        wait: async () => undefined,
      });
      const { store, listing, reading, sending, hearing } = inbox;
      store.view = { type, open: undefined, visible: true };
      later.push(listing.first(type));

      let connected = true;
      const announce = () => {
        for (const { event, chat, message, what } of server.announced.splice(0)) {
          if (!connected) continue;
          if (event === "chat") hearing.chat(chat);
          else hearing.message({ message_id: message, target_id: chat, what });
        }
      };

      for (const { do: what, chat } of steps) {
        if (what === "receive") server.addMessage(chat, `in ${server.messages.length}`, 1);
        if (what === "colleague") server.addMessage(chat, `out ${server.messages.length}`, 0);
        if (what === "send") later.push(sending.send(chat, `mine ${ids}`));
        if (what === "state") server.setState(server.messages.length, "delivered");
        if (what === "close") server.changeChat(chat, { is_closed: 1 });
        if (what === "read") server.changeChat(chat, { is_read: 1, new_message_count: 0 });
        if (what === "next") for (const tab of tabs) later.push(listing.next(type, tab));
        if (what === "older" && store.view.open) later.push(reading.older(store.view.open));
        if (what === "open") {
          store.view.open = chat;
          later.push(reading.newest(chat));
        }
        if (what === "break") {
          connected = !connected;
          if (connected) later.push(hearing.catchUp());
        }
        announce();
        if (scheduler.count() > 0) await scheduler.waitOne();
      }
      if (!connected) {
        connected = true;
        server.announced.length = 0;
        later.push(hearing.catchUp());
      }
      // Reading a chat is itself an event, so it goes on until nothing happens any more.
      const settle = async () => {
        do {
          announce();
          await scheduler.waitIdle();
        } while (server.announced.length > 0 || scheduler.count() > 0);
      };
      await settle();
      await Promise.all(later);
      later = [];

      const { open } = store.view;
      if (open) {
        while (store.get().conversations.get(open)?.hasOlder) {
          later.push(reading.older(open));
          await settle();
        }
        const conversation = store.get().conversations.get(open);
        const shown = conversation ? shownMessages(conversation) : [];
        expect(shown).toEqual(server.messages.filter((message) => message.chat_id === open));
      }
      for (const tab of tabs) {
        while (store.get().book.lists[type]?.[tab]?.cursor) {
          later.push(listing.next(type, tab));
          await settle();
        }
        const held = server.listed(type, tab === "active" ? 0 : 1);
        const shown = shownChats(store.get().book, type, tab);
        expect(shown?.map(({ id }) => id)).toEqual(held.map(({ id }) => id));
      }
      expect(store.get().outbox).toEqual([]);
      await Promise.all(later);
    }),
    { numRuns: 300 },
  );
});
