import type { PayloadOf } from "#core/event.ts";
import { chatTypes, inbox, type inboxEvents } from "../contract.ts";
import { withChat } from "./chatBook.ts";
import { withDeleted, withMessage } from "./conversation.ts";
import { conversing, type InboxStore } from "./inboxState.ts";
import type { Listing } from "./listing.ts";
import type { Reading } from "./reading.ts";

type MessageOpen = PayloadOf<typeof inboxEvents.messageOpen>;

/** With more news waiting than this, one look at everything is quicker than one at each. */
const mostWaiting = 30;
const atOnce = 4;
const retryAfter = [1000, 2000, 4000, 8000, 15_000] as const;

interface HearingMeans {
  wait: (milliseconds: number) => Promise<void>;
  /** Hears of each catching up, until it is done. */
  onBehind: (done: Promise<unknown>) => void;
}

/** Follows what is announced over the realtime connection, and catches up with what it may have missed. */
export function createHearing(store: InboxStore, listing: Listing, reading: Reading, means: HearingMeans) {
  const { wait, onBehind } = means;
  const waiting: (() => Promise<void>)[] = [];
  let running = 0;
  let catching: Promise<void> | undefined;
  let again = false;

  function enqueue(ask: () => Promise<void>): void {
    waiting.push(ask);
    if (waiting.length > mostWaiting) {
      waiting.length = 0;
      void catchUp();
    }
    while (running < atOnce && waiting.length > 0) void run();
  }

  async function run(): Promise<void> {
    running += 1;
    for (let ask = waiting.shift(); ask; ask = waiting.shift()) {
      // An answer that failed to come is news that was missed.
      await ask().catch(() => void catchUp());
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
    const optedBefore = store.get().conversations.get(chat_id)?.chat?.value.customer.optin_status;
    store.change((state) => ({
      book: withChat(state.book, asOf, chat),
      // Also of an open chat whose messages are still on their way: they may have been read before this one came.
      ...((state.conversations.has(chat_id) || chat_id === store.view.open) &&
        conversing(state, chat_id, (conversation) => withMessage(conversation, asOf, message))),
    }));
    if (chat_id !== open) return;
    if (!visible && message.is_from_customer) reading.leaveUnseen(chat_id);
    // Whether and why nothing can be sent comes with the messages.
    if (optedBefore !== undefined && optedBefore !== chat.customer.optin_status) await reading.newest(chat_id);
  }

  /** Asks for everything that may have changed: the top of the list, and the newest of the open chat. */
  function catchUp(): Promise<void> {
    again = catching !== undefined;
    if (catching) return catching;
    catching = (async () => {
      for (let tries = 0; ; tries += 1) {
        again = false;
        const { type, open } = store.view;
        const done = await Promise.all([listing.first(type), open === undefined || reading.newest(open)]);
        if (done.every(Boolean) && !again) break;
        await wait(done.every(Boolean) ? 0 : (retryAfter[tries] ?? 15_000));
      }
      catching = undefined;
    })();
    onBehind(catching);
    return catching;
  }

  return {
    /** A message arrived, was sent, changed its state or was deleted. */
    message({ message_id, target_id, what }: MessageOpen): void {
      if (what === "deleted" && store.get().conversations.has(target_id)) {
        const asOf = store.stamp();
        store.change((state) => conversing(state, target_id, (known) => withDeleted(known, asOf, message_id)));
      }
      // A row doesn't show its message's state, and opening a chat asks for its messages anyway.
      const isOfMessage = what === "state" || what === "deleted";
      if (isOfMessage && target_id !== store.view.open) return;
      enqueue(() => receive(target_id, message_id));
    },
    /** Older messages came into a chat or left it, so what is known of the conversation is let go. */
    moved(chat_id: number): void {
      store.change(({ conversations }) => ({
        conversations: new Map([...conversations].filter(([id]) => id !== chat_id)),
      }));
      enqueue(() => listing.row(chat_id));
      if (store.view.open === chat_id) void reading.newest(chat_id);
    },
    /** The operator added or deleted a tag: the list that its name leads to is there now, or no longer. */
    tags(): void {
      const { type } = store.view;
      if (!chatTypes.some((one) => one === type)) enqueue(async () => void (await listing.first(type)));
    },
    /** A chat was read, closed or opened again, given to somebody, or got or lost a tag. */
    chat(chat_id: number): void {
      enqueue(() => listing.row(chat_id));
    },
    /** What a customer said about being texted has changed: of chats that are known here. */
    customer(customer_id: number): void {
      const { book, conversations } = store.get();
      const rows = [...book.chats.values()].map(({ value }) => value);
      const opened = [...conversations.values()].flatMap(({ chat }) => chat?.value ?? []);
      const known = new Set(
        [...rows, ...opened].filter(({ customer }) => customer.id === customer_id).map(({ id }) => id),
      );
      for (const chat_id of known) {
        enqueue(async () => {
          await listing.row(chat_id);
          // Whether and why nothing can be sent comes with the messages.
          if (chat_id === store.view.open) await reading.newest(chat_id);
        });
      }
    },
    catchUp,
  };
}
