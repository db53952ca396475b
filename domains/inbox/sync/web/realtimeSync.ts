import type { PayloadOf } from "#core/event.ts";
import { chatTypes, inbox, type inboxEvents } from "#domains/inbox/contract.ts";
import { parseListKey, withChat } from "./chatListCache.ts";
import type { ChatListLoader } from "./chatListLoader.ts";
import { withDeleted, withMessage } from "./conversationCache.ts";
import { type InboxStore, withConversation } from "./inboxState.ts";
import type { MessageLoader } from "./messageLoader.ts";

type MessageOpenPayload = PayloadOf<typeof inboxEvents.messageOpen>;

/** With more refreshes queued than this, one catch-up is cheaper than a request for each. */
const maxQueued = 30;
const concurrency = 4;
const retryDelays = [1000, 2000, 4000, 8000, 15_000] as const;

interface RealtimeSyncDeps {
  wait: (milliseconds: number) => Promise<void>;
  /** Gets the promise of each catch-up. */
  onCatchUp: (done: Promise<unknown>) => void;
}

/** Applies realtime events to the cache, and catches up when events may have been missed. */
export function createRealtimeSync(
  store: InboxStore,
  chatListLoader: ChatListLoader,
  messageLoader: MessageLoader,
  deps: RealtimeSyncDeps,
) {
  const { wait, onCatchUp } = deps;
  const queued: (() => Promise<void>)[] = [];
  let running = 0;
  let catchingUp: Promise<void> | undefined;
  let again = false;

  function enqueue(refresh: () => Promise<void>): void {
    queued.push(refresh);
    if (queued.length > maxQueued) {
      queued.length = 0;
      void catchUp();
    }
    while (running < concurrency && queued.length > 0) void run();
  }

  async function run(): Promise<void> {
    running += 1;
    for (let refresh = queued.shift(); refresh; refresh = queued.shift()) {
      // A refresh that failed is an event that was missed.
      await refresh().catch(() => void catchUp());
    }
    running -= 1;
  }

  async function receive(chat_id: number, message_id: number): Promise<void> {
    const { open, visible } = store.view;
    const asOf = store.stamp();
    const opened_chat_id = visible ? open : undefined;
    const { data } = await store.call(inbox.receiveLast, { body: { chat_id, message_id, opened_chat_id } });
    const {
      chat,
      chat_time: _,
      new_message,
      is_read,
      new_message_count,
      latest_chat_message_received_time,
      ...message
    } = data;
    const optinBefore = store.get().conversations.get(chat_id)?.chat?.value.customer.optin_status;
    store.change((state) => ({
      chatLists: withChat(state.chatLists, asOf, chat),
      // Also for an open chat that is still loading: the server may have read its messages before this one arrived.
      ...((state.conversations.has(chat_id) || chat_id === store.view.open) &&
        withConversation(state, chat_id, (conversation) => withMessage(conversation, asOf, message))),
    }));
    if (chat_id !== open) return;
    if (!visible && message.is_from_customer) messageLoader.markUnseen(chat_id);
    // The reason why nothing can be sent comes with the messages.
    if (optinBefore !== undefined && optinBefore !== chat.customer.optin_status) await messageLoader.newest(chat_id);
  }

  /** Reloads what may have changed: the top of the list and the open chat's newest messages. */
  function catchUp(): Promise<void> {
    again = catchingUp !== undefined;
    if (catchingUp) return catchingUp;
    catchingUp = (async () => {
      for (let tries = 0; ; tries += 1) {
        again = false;
        const { list, open } = store.view;
        const results = await Promise.all([
          chatListLoader.first(list),
          open === undefined || messageLoader.isMissing(open) || messageLoader.newest(open),
        ]);
        if (results.every(Boolean) && !again) break;
        await wait(results.every(Boolean) ? 0 : (retryDelays[tries] ?? 15_000));
      }
      catchingUp = undefined;
    })();
    onCatchUp(catchingUp);
    return catchingUp;
  }

  return {
    /** A message arrived, was sent, changed its state or was deleted. */
    onMessage({ message_id, target_id, what }: MessageOpenPayload): void {
      if (what === "deleted" && store.get().conversations.has(target_id)) {
        const asOf = store.stamp();
        store.change((state) =>
          withConversation(state, target_id, (current) => withDeleted(current, asOf, message_id)),
        );
      }
      // A chat's row doesn't show these, and opening a chat loads its messages anyway.
      const isOnlyInLog = what === "state" || what === "deleted";
      if (isOnlyInLog && target_id !== store.view.open) return;
      enqueue(() => receive(target_id, message_id));
    },
    /** Older messages moved into or out of a chat: drops the cached conversation. */
    onMessagesMoved(chat_id: number): void {
      store.change(({ conversations }) => ({
        conversations: new Map([...conversations].filter(([id]) => id !== chat_id)),
      }));
      enqueue(() => chatListLoader.row(chat_id));
      if (store.view.open === chat_id) void messageLoader.newest(chat_id);
    },
    /** The operator added or deleted a tag, so its list now exists or no longer does. */
    onTagsChanged(): void {
      const { list } = store.view;
      const { type } = parseListKey(list);
      if (!chatTypes.some((one) => one === type)) enqueue(async () => void (await chatListLoader.first(list)));
    },
    /** A colleague read, pinned, assigned, tagged, cleared, closed or reopened a chat. */
    onChatChanged(chat_id: number): void {
      enqueue(() => chatListLoader.row(chat_id));
    },
    /** A note or event came into a chat's log, or a note left it. */
    onLogChanged(chat_id: number): void {
      // Opening a chat loads its log anyway.
      if (chat_id === store.view.open) enqueue(async () => void (await messageLoader.newest(chat_id)));
    },
    /** A customer's consent changed: refreshes the cached chats with them. */
    onCustomerChanged(customer_id: number): void {
      const { chatLists, conversations } = store.get();
      const rows = [...chatLists.chats.values()].map(({ value }) => value);
      const opened = [...conversations.values()].flatMap(({ chat }) => chat?.value ?? []);
      const chatIds = new Set(
        [...rows, ...opened].filter(({ customer }) => customer.id === customer_id).map(({ id }) => id),
      );
      for (const chat_id of chatIds) {
        enqueue(async () => {
          await chatListLoader.row(chat_id);
          // The reason why nothing can be sent comes with the messages.
          if (chat_id === store.view.open) await messageLoader.newest(chat_id);
        });
      }
    },
    catchUp,
  };
}
