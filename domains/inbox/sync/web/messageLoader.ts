import { inbox } from "#domains/inbox/contract.ts";
import { withChat, withChatPatch } from "./chatListCache.ts";
import {
  withEarlierLoaded,
  withFloor,
  withLaterLoaded,
  withLoadedAround,
  withNewest,
  withOlder,
} from "./conversationCache.ts";
import { type InboxStore, loadOnce, trackLoading, withConversation } from "./inboxState.ts";

/** How many batches of older messages are reloaded with the newest. */
const maxReloadedBatches = 5;

/** No message has a higher id. */
const afterNewest = Number.MAX_SAFE_INTEGER;

/** Loads the messages of a chat. */
export function createMessageLoader(store: InboxStore) {
  /** Open chats that got messages while the page was hidden; they are read when it is visible again. */
  const unseen = new Set<number>();

  /** Events about the older messages loaded before may have been missed: reloads them, or drops them if there are too many. */
  async function reloadOlder(chat: number, oldest: number | undefined): Promise<void> {
    let before = oldest;
    for (let pages = 0; before !== undefined; pages += 1) {
      const from: number = before;
      if ((store.get().conversations.get(chat)?.floor ?? from) >= from) return;
      if (pages === maxReloadedBatches) {
        return store.change((state) => withConversation(state, chat, (current) => withFloor(current, from)));
      }
      const asOf = store.stamp();
      const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: { before: from } });
      store.change((state) => withConversation(state, chat, (current) => withOlder(current, asOf, from, data)));
      before = data.allMessages[0]?.id;
    }
  }

  return {
    failureKey: (chat: number) => `messages ${chat}`,
    olderFailureKey: (chat: number) => `messages ${chat} older`,

    /** True when the server said that there is no such chat; only opening it asks again. */
    isMissing: (chat: number): boolean => store.get().failures[`messages ${chat}`]?.status === 404,

    /** True when messages of the chat are cached. */
    hasMessages: (chat: number): boolean => store.get().conversations.get(chat)?.floor !== undefined,

    /** Loads the newest messages. That marks the chat as read, so it waits while the page is hidden. */
    newest(chat: number): Promise<boolean> {
      if (!store.view.visible) {
        unseen.add(chat);
        return Promise.resolve(true);
      }
      unseen.delete(chat);
      return trackLoading(store, `messages ${chat}`, async () => {
        const asOf = store.stamp();
        store.change(({ chatLists }) => ({
          chatLists: withChatPatch(chatLists, asOf, chat, { is_read: 1, new_message_count: 0 }),
        }));
        const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: {} });
        const { cannot_send: _, is_number_held: __, ...row } = data.currentChat;
        store.change((state) => ({
          ...withConversation(state, chat, (conversation) => withNewest(conversation, asOf, data)),
          chatLists: withChat(state.chatLists, asOf, row),
        }));
        await reloadOlder(chat, data.allMessages[0]?.id);
      });
    },

    /** Loads the newest messages of a chat that is about to be opened, without marking it as read. */
    prefetch(chat: number): Promise<void> {
      return loadOnce(store, `messages ${chat} ahead`, async () => {
        if (this.hasMessages(chat)) return;
        const asOf = store.stamp();
        const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: { before: afterNewest } });
        const { open } = store.view;
        store.change((state) =>
          withConversation(state, chat, (conversation) => withNewest(conversation, asOf, data), open),
        );
      });
    },

    /** Loads the messages before the oldest one shown. */
    older(chat: number): Promise<void> {
      return loadOnce(store, `messages ${chat} older`, async () => {
        const conversation = store.get().conversations.get(chat);
        const shown = conversation?.loadedAround ?? conversation;
        const before = conversation?.loadedAround?.from ?? conversation?.floor;
        if (!shown?.hasOlder || !before) return;
        const asOf = store.stamp();
        const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: { before } });
        const withMore = conversation?.loadedAround ? withEarlierLoaded : withOlder;
        store.change((state) => withConversation(state, chat, (current) => withMore(current, asOf, before, data)));
      });
    },

    /** Shows the messages around an older one, unless it is already among those shown. */
    around(chat: number, message: number): Promise<boolean> {
      return trackLoading(store, `messages ${chat} around`, async () => {
        const { floor = Number.POSITIVE_INFINITY, messages } = store.get().conversations.get(chat) ?? {};
        if (message >= floor && messages?.has(message)) return this.backToNewest(chat);
        const asOf = store.stamp();
        const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: { around: message } });
        store.change((state) =>
          withConversation(state, chat, (current) => withLoadedAround(current, asOf, message, data)),
        );
      });
    },

    /** Loads the messages after those shown around a message. */
    newer(chat: number): Promise<void> {
      return loadOnce(store, `messages ${chat} later`, async () => {
        const after = store.get().conversations.get(chat)?.loadedAround?.to;
        if (after === undefined) return;
        const asOf = store.stamp();
        const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: { after } });
        store.change((state) =>
          withConversation(state, chat, (current) => withLaterLoaded(current, asOf, after, data)),
        );
      });
    },

    /** Shows the newest messages again. */
    backToNewest(chat: number): void {
      if (!store.get().conversations.get(chat)?.loadedAround) return;
      store.change((state) => withConversation(state, chat, (current) => ({ ...current, loadedAround: undefined })));
    },

    /** True when the chat was opened, or got messages, while the page was hidden. */
    isUnseen: (chat: number): boolean => unseen.has(chat),
    markUnseen: (chat: number): void => void unseen.add(chat),
  };
}

export type MessageLoader = ReturnType<typeof createMessageLoader>;
