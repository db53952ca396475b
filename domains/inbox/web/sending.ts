import type { ChatMessage } from "../contract.ts";
import { inbox } from "../contract.ts";
import { withChange } from "./chatBook.ts";
import { withMessage } from "./conversation.ts";
import { conversing, type InboxStore, loadingAs } from "./inboxState.ts";
import { type Pending, withoutPending, withPending } from "./outbox.ts";

/** Sends texts. Each is shown at once, and stays with a word about it when it could not be sent. */
export function createSending(store: InboxStore, newId: () => string, now: () => Date) {
  /** A chat's texts leave one after the other, so that they arrive in the order in which they were written. */
  const lines = new Map<number, Promise<void>>();

  function put(pending: Pending): void {
    store.change(({ outbox }) => ({ outbox: withPending(outbox, pending) }));
  }

  async function deliver(pending: Pending): Promise<void> {
    const { chat_id, message, client_id } = pending;
    const asOf = store.stamp();
    try {
      const { data } = await store.call(inbox.send, { body: { chat_id, message, client_id } });
      const { chat_time, new_message, latest_chat_message_sent_time, ...sent } = data;
      store.change((state) => {
        const next = conversing(state, chat_id, (conversation) => withMessage(conversation, asOf, sent));
        const row = { chat_time, new_message, latest_chat_message_sent_time, is_replied: 1, is_closed: 0 } as const;
        return {
          conversations: next.conversations,
          outbox: withoutPending(next.outbox, client_id),
          book: withChange(state.book, asOf, chat_id, row),
        };
      });
    } catch (failure) {
      // It may have been stored although the answer was lost; what arrives meanwhile takes it out of the outbox.
      const left = store.get().outbox.some((other) => other.client_id === client_id);
      if (left) put({ ...pending, failure: failure instanceof Error ? failure.message : String(failure) });
    }
  }

  function line(pending: Pending): Promise<void> {
    put({ ...pending, failure: undefined });
    const after = (lines.get(pending.chat_id) ?? Promise.resolve()).then(() => deliver(pending));
    lines.set(pending.chat_id, after);
    return after;
  }

  return {
    /** Sends what was written in a chat. */
    send(chat_id: number, message: string): Promise<void> {
      return line({ client_id: newId(), chat_id, message, datetime: now().toISOString(), failure: undefined });
    },

    /** Sends it once more, under the same id. */
    again: (pending: Pending): Promise<void> => line(pending),

    /** Lets go of a text that could not be sent. */
    discard(pending: Pending): void {
      store.change(({ outbox }) => ({ outbox: withoutPending(outbox, pending.client_id) }));
    },

    /** Sends again what the carrier refused. */
    retry(message: ChatMessage): Promise<boolean> {
      return loadingAs(store, `retry ${message.id}`, async () => {
        const asOf = store.stamp();
        const { data } = await store.call(inbox.retry, { params: { message_id: message.id } });
        store.change((state) =>
          conversing(state, message.chat_id, (conversation) => withMessage(conversation, asOf, data)),
        );
      });
    },
  };
}
