import fc from "fast-check";
import { expect, test } from "vitest";
import { tabs, visibleChats } from "./chatListCache.ts";
import { visibleMessages } from "./conversationCache.ts";
import { createInbox } from "./inboxModel.ts";
import { createScriptedConnection } from "./testing/scriptedConnection.ts";
import { createMemoryStorage, createScriptedServer, currentUserId, singleTab } from "./testing/scriptedServer.ts";

/*
 * Whatever happens while the inbox is open, in whatever order requests are read and responses arrive, and whichever events
 * are lost, duplicated or reordered: once everything has arrived, the screen shows what the server holds, in order.
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant("prefetch" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("next" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("older" as const), chat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("tag" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("untag" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pin" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("assign" as const), chat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("snooze" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wake" as const), chat }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("delete" as const), chat }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("break" as const), chat }) },
);
const type = fc.constantFrom(
  "all",
  "unread",
  "unreplied",
  "mine",
  "unassigned",
  "snoozed",
  "hot",
  "all waiting",
  "mine waiting",
);
const hot = 5;

test("any order of events and answers ends in what the server holds", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      type,
      fc.record({
        retained: fc.constantFrom(3, Number.POSITIVE_INFINITY),
        draws: fc.array(fc.nat(9), { minLength: 1 }),
      }),
      fc.array(step, { maxLength: 25 }),
      async (scheduler, type, { retained, draws }, steps) => {
        let pending: Promise<unknown>[] = [];
        const server = createScriptedServer(async (reads) => {
          await scheduler.schedule(Promise.resolve(), "read");
          const read = reads();
          await scheduler.schedule(Promise.resolve(), "arrive");
          return read;
        });
        server.tags.set("hot", hot);
        for (let id = 1; id <= 8; id += 1) server.addChat(id, id % 4 === 0 ? { is_closed: 1 } : {});
        let ids = 0;
        const inbox = createInbox({
          call: server.call,
          storage: createMemoryStorage(),
          newId: () => `client-${++ids}`,
          now: () => new Date(),
          wait: async () => undefined,
          ...singleTab,
        });
        const { store, chatListLoader, messageLoader, sender, realtimeSync } = inbox;
        store.view = { list: type, open: undefined, visible: true };
        pending.push(chatListLoader.first(type));

        let delivered = 0;
        const connection = createScriptedConnection({
          server,
          realtimeSync,
          retained,
          transit: (what) => scheduler.schedule(Promise.resolve(), what),
          draws: () => draws[delivered++ % draws.length] ?? 9,
        });

        for (const { do: what, chat } of steps) {
          if (what === "receive") server.addMessage(chat, `in ${server.messages.length}`, 1);
          if (what === "colleague") server.addMessage(chat, `out ${server.messages.length}`, 0);
          if (what === "send") pending.push(sender.send(chat, { message: `mine ${ids}` }));
          if (what === "state") server.setState(server.messages.length, "delivered");
          if (what === "close") server.changeChat(chat, { is_closed: 1, snoozed_until: null });
          if (what === "snooze") server.changeChat(chat, { is_closed: 0, snoozed_until: new Date().toISOString() });
          if (what === "wake") server.changeChat(chat, { snoozed_until: null });
          if (what === "read") server.changeChat(chat, { is_read: 1, new_message_count: 0 });
          if (what === "delete") {
            const present = server.messages.filter((message) => message.chat_id === chat && !message.deleted);
            server.deleteMessage(present[retained % Math.max(1, present.length)]?.id ?? 0);
          }
          if (what === "tag" || what === "untag") server.setTag(chat, hot, what === "tag");
          if (what === "pin") server.changeChat(chat, { is_pinned: server.chats.get(chat)?.is_pinned === 1 ? 0 : 1 });
          if (what === "assign") {
            const assigned_to =
              server.chats.get(chat)?.assigned_to === currentUserId ? currentUserId + 1 : currentUserId;
            server.changeChat(chat, { assigned_to });
          }
          if (what === "next") for (const tab of tabs) pending.push(chatListLoader.next(type, tab));
          if (what === "older" && store.view.open) pending.push(messageLoader.older(store.view.open));
          if (what === "prefetch") pending.push(messageLoader.prefetch(chat));
          if (what === "open") {
            store.view.open = chat;
            pending.push(messageLoader.newest(chat));
          }
          if (what === "break") connection.isCut() ? connection.reconnect() : connection.cut();
          connection.deliver();
          if (scheduler.count() > 0) await scheduler.waitOne();
        }
        // Reading a chat publishes an event too, so this repeats until nothing happens any more.
        const settle = async () => {
          do {
            connection.deliver();
            connection.reconnect();
            await scheduler.waitIdle();
          } while (server.announced.length > 0 || scheduler.count() > 0);
        };
        await settle();
        await Promise.all(pending);
        pending = [];

        const { open } = store.view;
        if (open) {
          while (store.get().conversations.get(open)?.hasOlder) {
            pending.push(messageLoader.older(open));
            await settle();
          }
          const conversation = store.get().conversations.get(open);
          const shown = conversation ? visibleMessages(conversation) : [];
          expect(shown).toEqual(server.messagesOf(open));
        }
        for (const tab of tabs) {
          while (store.get().chatLists.lists[type]?.[tab]?.cursor) {
            pending.push(chatListLoader.next(type, tab));
            await settle();
          }
          const expected = server.listed(type, tab === "active" ? 0 : 1);
          const shown = visibleChats(store.get().chatLists, type, tab);
          expect(shown?.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
        }
        expect(store.get().outbox).toEqual([]);
        await Promise.all(pending);
      },
    ),
    { numRuns: 300 },
  );
});
