import { CallError } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import {
  batchCount,
  type LoadedBatch,
  nextCursor,
  parseListKey,
  type Tab,
  tabs,
  withChat,
  withNextBatch,
  withoutChat,
  withReloadedTab,
} from "./chatListCache.ts";
import { type InboxStore, loadOnce, trackLoading } from "./inboxState.ts";

/** A catch-up reloads as much of a list as was loaded, up to this many batches. */
const maxReloadedBatches = 5;

/** Loads the chats of a list, batch by batch. A list is named by its key: see `listKey`. */
export function createChatListLoader(store: InboxStore) {
  async function load(key: string, more: { cursor?: string; tab?: Tab }): Promise<LoadedBatch> {
    const asOf = store.stamp();
    const { type, sort } = parseListKey(key);
    const body = sort === "newest" ? more : { ...more, sort };
    const { data } = await store.call(inbox.chats, { params: { type, offset: 0 }, body });
    return { asOf, batch: data };
  }

  return {
    /** The key of a list's failure in the state. */
    failureKey: (key: string) => `chats ${key}`,
    nextFailureKey: (key: string, tab: Tab) => `chats ${key} ${tab}`,

    /** Loads a list from its top: on opening it, and to catch up. */
    first(key: string): Promise<boolean> {
      return trackLoading(store, `chats ${key}`, async () => {
        const first = await load(key, {});
        for (const tab of tabs) {
          const loaded = [first];
          const batches = Math.min(batchCount(store.get().chatLists, key, tab), maxReloadedBatches);
          let cursor = first.batch.next_cursor[tab];
          while (cursor !== null && loaded.length < batches) {
            const next = await load(key, { cursor, tab });
            loaded.push(next);
            cursor = next.batch.next_cursor[tab];
          }
          store.change(({ chatLists }) => ({ chatLists: withReloadedTab(chatLists, key, tab, loaded) }));
        }
      });
    },

    /** Loads the next batch of a tab, if there is one. */
    next(key: string, tab: Tab): Promise<void> {
      return loadOnce(store, `chats ${key} ${tab}`, async () => {
        const cursor = nextCursor(store.get().chatLists, key, tab);
        if (!cursor) return;
        const loaded = await load(key, { cursor, tab });
        store.change(({ chatLists }) => ({ chatLists: withNextBatch(chatLists, key, tab, cursor, loaded) }));
      });
    },

    /** Reloads one chat's row. */
    async row(chat_id: number): Promise<void> {
      const asOf = store.stamp();
      try {
        const { data } = await store.call(inbox.chat, { params: { chat_id } });
        store.change(({ chatLists }) => ({ chatLists: withChat(chatLists, asOf, data) }));
      } catch (failure) {
        if (!(failure instanceof CallError && failure.status === 404)) throw failure;
        store.change(({ chatLists }) => ({ chatLists: withoutChat(chatLists, chat_id) }));
      }
    },
  };
}

export type ChatListLoader = ReturnType<typeof createChatListLoader>;
