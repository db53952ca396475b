import { visibleMessages } from "../conversationCache.ts";
import { createInbox } from "../inboxModel.ts";
import { createMemoryStorage, createScriptedServer, singleTab } from "./scriptedServer.ts";

/** An inbox in front of a scripted server; waits end at once. */
export function openInbox(storage = createMemoryStorage(), server = createScriptedServer()) {
  let ids = 0;
  const waits: number[] = [];
  const inbox = createInbox({
    ...singleTab,
    call: server.call,
    storage,
    newId: () => `client-${++ids}`,
    now: () => new Date("2026-03-01T16:00:00Z"),
    wait: async (milliseconds) => void waits.push(milliseconds),
  });
  const texts = (chat: number) => {
    const conversation = inbox.store.get().conversations.get(chat);
    return conversation ? visibleMessages(conversation).map(({ message }) => message) : [];
  };
  const announce = () => {
    for (const { event, chat, message, what } of server.announced.splice(0)) {
      if (event === "chat") inbox.realtimeSync.onChatChanged(chat);
      else inbox.realtimeSync.onMessage({ message_id: message, target_id: chat, what });
    }
  };
  return { ...inbox, server, storage, waits, texts, announce };
}

/** Lets everything finish that has no waits. */
export const flushPromises = () => new Promise((resolve) => setTimeout(resolve));
