import { inbox } from "../contract.ts";
import { withChange, withChat } from "./chatBook.ts";
import { withFloor, withNewest, withOlder } from "./conversation.ts";
import { conversing, type InboxStore, loadingAs, loadingOnce } from "./inboxState.ts";
import { withEarlier, withLater, withPassage } from "./passage.ts";

/** So many batches of older messages are read again with the newest. */
const mostChecked = 5;

/** No message has a higher id. */
const afterAll = Number.MAX_SAFE_INTEGER;

/** Loads the messages of a chat. */
export function createReading(store: InboxStore) {
  /** An open chat that nobody looks at is read as soon as somebody does. */
  const unseen = new Set<number>();

  /** What was scrolled to before may have changed unheard: it is read again, or let go where that is too much. */
  async function checkOlder(chat: number, oldest: number | undefined): Promise<void> {
    let before = oldest;
    for (let pages = 0; before !== undefined; pages += 1) {
      const from: number = before;
      if ((store.get().conversations.get(chat)?.floor ?? from) >= from) return;
      if (pages === mostChecked) {
        return store.change((state) => conversing(state, chat, (current) => withFloor(current, from)));
      }
      const asOf = store.stamp();
      const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: { before: from } });
      store.change((state) => conversing(state, chat, (current) => withOlder(current, asOf, from, data)));
      before = data.allMessages[0]?.id;
    }
  }

  return {
    name: (chat: number) => `messages ${chat}`,
    olderName: (chat: number) => `messages ${chat} older`,
    aroundName: (chat: number) => `messages ${chat} around`,

    /** True when messages of the chat are there. */
    isKnown: (chat: number): boolean => store.get().conversations.get(chat)?.floor !== undefined,

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
        await checkOlder(chat, data.allMessages[0]?.id);
      });
    },

    /** The newest messages of a chat that is about to be opened. Nobody has read it by that. */
    ahead(chat: number): Promise<void> {
      return loadingOnce(store, `messages ${chat} ahead`, async () => {
        if (this.isKnown(chat)) return;
        const asOf = store.stamp();
        const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: { before: afterAll } });
        const { open } = store.view;
        store.change((state) => conversing(state, chat, (conversation) => withNewest(conversation, asOf, data), open));
      });
    },

    /** The messages before the oldest one that is shown. */
    older(chat: number): Promise<void> {
      return loadingOnce(store, `messages ${chat} older`, async () => {
        const conversation = store.get().conversations.get(chat);
        const shown = conversation?.passage ?? conversation;
        const before = conversation?.passage?.from ?? conversation?.floor;
        if (!shown?.hasOlder || !before) return;
        const asOf = store.stamp();
        const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: { before } });
        const withMore = conversation?.passage ? withEarlier : withOlder;
        store.change((state) => conversing(state, chat, (current) => withMore(current, asOf, before, data)));
      });
    },

    /** Shows the messages about an older one, unless it is among those that are shown anyway. */
    around(chat: number, message: number): Promise<boolean> {
      return loadingAs(store, `messages ${chat} around`, async () => {
        const { floor = Number.POSITIVE_INFINITY, messages } = store.get().conversations.get(chat) ?? {};
        if (message >= floor && messages?.has(message)) return this.leavePassage(chat);
        const asOf = store.stamp();
        const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: { around: message } });
        store.change((state) => conversing(state, chat, (current) => withPassage(current, asOf, message, data)));
      });
    },

    /** The messages after the stretch that is shown instead of the newest ones. */
    later(chat: number): Promise<void> {
      return loadingOnce(store, `messages ${chat} later`, async () => {
        const after = store.get().conversations.get(chat)?.passage?.to;
        if (after === undefined) return;
        const asOf = store.stamp();
        const { data } = await store.call(inbox.messages, { params: { chat_id: chat }, body: { after } });
        store.change((state) => conversing(state, chat, (current) => withLater(current, asOf, after, data)));
      });
    },

    /** Shows the newest messages again. */
    leavePassage(chat: number): void {
      if (!store.get().conversations.get(chat)?.passage) return;
      store.change((state) => conversing(state, chat, (current) => ({ ...current, passage: undefined })));
    },

    /** True when the chat was asked for, or got messages, while nobody was looking. */
    isUnseen: (chat: number): boolean => unseen.has(chat),
    leaveUnseen: (chat: number): void => void unseen.add(chat),
  };
}

export type Reading = ReturnType<typeof createReading>;
