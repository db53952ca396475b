import { CallError } from "#core/client.ts";
import { inbox } from "../contract.ts";
import {
  batchCount,
  type Loaded,
  nextCursor,
  type Tab,
  tabs,
  withChat,
  withNextBatch,
  withoutChat,
  withTab,
} from "./chatBook.ts";
import { type InboxStore, loadingAs, loadingOnce } from "./inboxState.ts";

/** A catch-up loads as much of a list as stood there, but not more than this many batches of it. */
const mostBatches = 5;

/** Loads the chats of a list, batch by batch. */
export function createListing(store: InboxStore) {
  async function load(type: string, body: { cursor?: string; tab?: Tab }): Promise<Loaded> {
    const asOf = store.stamp();
    const { data } = await store.call(inbox.chats, { params: { type, offset: 0 }, body });
    return { asOf, batch: data };
  }

  return {
    /** The name that a list's failure is kept under. */
    name: (type: string) => `chats ${type}`,
    nextName: (type: string, tab: Tab) => `chats ${type} ${tab}`,

    /** A list from its top: on opening it, and to catch up with what was missed. */
    first(type: string): Promise<boolean> {
      return loadingAs(store, `chats ${type}`, async () => {
        const first = await load(type, {});
        for (const tab of tabs) {
          const loaded = [first];
          const wanted = Math.min(batchCount(store.get().book, type, tab), mostBatches);
          let cursor = first.batch.next_cursor[tab];
          while (cursor !== null && loaded.length < wanted) {
            const next = await load(type, { cursor, tab });
            loaded.push(next);
            cursor = next.batch.next_cursor[tab];
          }
          store.change(({ book }) => ({ book: withTab(book, type, tab, loaded) }));
        }
      });
    },

    /** The next batch of a tab, if there is one. */
    next(type: string, tab: Tab): Promise<void> {
      return loadingOnce(store, `chats ${type} ${tab}`, async () => {
        const cursor = nextCursor(store.get().book, type, tab);
        if (!cursor) return;
        const loaded = await load(type, { cursor, tab });
        store.change(({ book }) => ({ book: withNextBatch(book, type, tab, cursor, loaded) }));
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
