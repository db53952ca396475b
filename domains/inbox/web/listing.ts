import { CallError } from "#core/client.ts";
import { type ChatType, inbox } from "../contract.ts";
import {
  newestTime,
  nextCursor,
  type Tab,
  tabs,
  withChat,
  withFirstBatch,
  withNextBatch,
  withoutChat,
} from "./chatBook.ts";
import { type InboxStore, loadingAs, loadingOnce } from "./inboxState.ts";

/** A catch-up that has more to bring than this shows only the newest: the list is then as after a fresh start. */
const mostBatches = 10;

/** Loads the chats of a list, batch by batch. */
export function createListing(store: InboxStore) {
  async function batch(type: ChatType, body: { cursor?: string; tab?: Tab }) {
    const asOf = store.stamp();
    const { data } = await store.call(inbox.chats, { params: { type, offset: 0 }, body });
    return { asOf, data };
  }

  /** Brings what happened since `since` in a tab, when the first batch didn't reach back to it. */
  async function reachBack(type: ChatType, tab: Tab, since: string, first: string | null): Promise<void> {
    let cursor = first;
    for (let loaded = 1; cursor !== null && loaded < mostBatches; loaded += 1) {
      const { asOf, data } = await batch(type, { cursor, tab });
      const given = { type, tab, cursor, asOf, batch: data };
      store.change(({ book }) => ({ book: withNextBatch(book, given) }));
      const rows = tab === "active" ? data.allActiveChats : data.allInactiveChats;
      const last = rows.findLast((chat) => chat.is_pinned === 0);
      if (last && last.chat_time < since) return;
      cursor = data.next_cursor[tab];
    }
  }

  return {
    /** The name that a list's failure is kept under. */
    name: (type: ChatType) => `chats ${type}`,
    nextName: (type: ChatType, tab: Tab) => `chats ${type} ${tab}`,

    /** The top of a list: on opening it, and to catch up with what was missed. */
    first(type: ChatType): Promise<boolean> {
      return loadingAs(store, `chats ${type}`, async () => {
        const before = store.get().book;
        const { asOf, data } = await batch(type, {});
        store.change(({ book }) => ({ book: withFirstBatch(book, type, asOf, data) }));
        if (!before.lists[type]) return;
        for (const tab of tabs) {
          const rows = tab === "active" ? data.allActiveChats : data.allInactiveChats;
          const since = newestTime(before, tab);
          const last = rows.findLast((chat) => chat.is_pinned === 0);
          if (since && last && last.chat_time > since) await reachBack(type, tab, since, data.next_cursor[tab]);
        }
      });
    },

    /** The next batch of a tab, if there is one. */
    next(type: ChatType, tab: Tab): Promise<void> {
      return loadingOnce(store, `chats ${type} ${tab}`, async () => {
        const cursor = nextCursor(store.get().book, type, tab);
        if (!cursor) return;
        const { asOf, data } = await batch(type, { cursor, tab });
        store.change(({ book }) => ({ book: withNextBatch(book, { type, tab, cursor, asOf, batch: data }) }));
      });
    },

    /** One chat's row. */
    async row(chat_id: number): Promise<void> {
      const asOf = store.stamp();
      try {
        const { data } = await store.call(inbox.chat, { params: { chat_id } });
        store.change(({ book }) => ({ book: withChat(book, asOf, data) }));
      } catch (failure) {
        if (!(failure instanceof CallError && failure.status === 404)) throw failure;
        store.change(({ book }) => ({ book: withoutChat(book, chat_id) }));
      }
    },
  };
}

export type Listing = ReturnType<typeof createListing>;
