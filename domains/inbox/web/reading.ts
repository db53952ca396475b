import { inbox } from "../contract.ts";
import { withChange, withChat } from "./chatBook.ts";
import { withNewest, withOlder } from "./conversation.ts";
import { conversing, type InboxStore, loadingAs, loadingOnce } from "./inboxState.ts";

/** Loads the messages of a chat. */
export function createReading(store: InboxStore) {
  /** An open chat that nobody looks at is read as soon as somebody does. */
  const unseen = new Set<number>();

  return {
    name: (chat: number) => `messages ${chat}`,
    olderName: (chat: number) => `messages ${chat} older`,

    /** The newest messages. Asking for them reads the chat, so nothing is asked while the page is hidden. */
    newest(chat: number): Promise<boolean> {
      if (!store.view.visible) {
        unseen.add(chat);
        return Promise.resolve(true);
      }
      unseen.delete(chat);
      return loadingAs(store, `messages ${chat}`, async () => {
        const asOf = store.stamp();
        store.change(({ book }) => ({ book: withChange(book, asOf, chat, { is_read: 1, new_message_count: 0 }) }));
        const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: {} });
        const { cannot_send: _, ...row } = data.currentChat;
        store.change((state) => ({
          ...conversing(state, chat, (conversation) => withNewest(conversation, asOf, data)),
          book: withChat(state.book, asOf, row),
        }));
      });
    },

    /** The messages before the oldest one that is shown. */
    older(chat: number): Promise<void> {
      return loadingOnce(store, `messages ${chat} older`, async () => {
        const conversation = store.get().conversations.get(chat);
        if (!conversation?.hasOlder || !conversation.floor) return;
        const before = conversation.floor;
        const asOf = store.stamp();
        const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: { before } });
        store.change((state) => conversing(state, chat, (current) => withOlder(current, asOf, before, data)));
      });
    },

    /** True when the chat was asked for, or got messages, while nobody was looking. */
    isUnseen: (chat: number): boolean => unseen.has(chat),
    leaveUnseen: (chat: number): void => void unseen.add(chat),
  };
}

export type Reading = ReturnType<typeof createReading>;
