import { CallError } from "#core/client.ts";
import { UnseenReply } from "#domains/inbox/team/contract.ts";
import type { ChatMessage } from "../contract.ts";
import { inbox } from "../contract.ts";
import { withChange } from "./chatBook.ts";
import { lastSeen, withMessage } from "./conversation.ts";
import { conversing, type InboxStore, loadingAs } from "./inboxState.ts";
import { type Pending, type Written, withoutPending, withPending } from "./outbox.ts";
import { createQueue, type QueueMeans } from "./queue.ts";

/** An answer that hasn't come by then won't: the line is worse than it looks. */
const patience = 20_000;

export interface SendingMeans extends Omit<QueueMeans, "attempt"> {
  newId: () => string;
}

/** Sends texts. Each is shown at once, waits while there is no line, and stays with a word about it when it was refused. */
export function createSending(store: InboxStore, { newId, ...means }: SendingMeans) {
  const { now } = means;
  const queue = createQueue(store, { ...means, attempt });

  async function attempt(pending: Pending): Promise<void> {
    const { chat_id, client_id } = pending;
    const asOf = store.stamp();
    try {
      const signal = AbortSignal.timeout(patience);
      const { data } = await store.call(inbox.send, { body: bodyOf(pending), signal });
      const { chat_time, new_message, latest_chat_message_sent_time, ...sent } = data;
      store.change((state) => {
        const next = conversing(state, chat_id, (conversation) => withMessage(conversation, asOf, sent));
        const answered = { is_replied: 1, waiting_since: null, is_closed: 0 } as const;
        const row = { chat_time, new_message, latest_chat_message_sent_time, ...answered };
        return {
          conversations: next.conversations,
          outbox: withoutPending(next.outbox, client_id),
          book: withChange(state.book, asOf, chat_id, row),
        };
      });
    } catch (failure) {
      const unseen = unseenReply(failure);
      if (!unseen) throw failure;
      queue.refuse(client_id, { failure: (failure as CallError).message, unseen });
      store.change((state) => conversing(state, chat_id, (known) => withMessage(known, asOf, unseen)));
    }
  }

  function line(pending: Pending): Promise<void> {
    const fresh = { ...pending, failure: undefined, unseen: undefined, waiting: queue.waitingIn(pending.chat_id) };
    store.change(({ outbox }) => ({ outbox: withPending(outbox, fresh) }));
    return queue.work(pending.chat_id);
  }

  const written = () => now().toISOString();

  return {
    /** Sends what was written in a chat; done when it is sent, refused or let go. */
    send(chat_id: number, given: Written): Promise<void> {
      const { message, attachments = [], mentions = [] } = given;
      const last_seen_id = given.last_seen_id ?? lastSeen(store.get().conversations.get(chat_id));
      const what = { message, attachments, mentions, last_seen_id };
      return line({ client_id: newId(), chat_id, ...what, datetime: written(), failure: undefined });
    },

    /** Sends it once more, under the same id. */
    again: (pending: Pending): Promise<void> => line({ ...pending, datetime: written() }),

    /** Sends it although a colleague answered meanwhile, whose reply its writer has seen by now. */
    anyway: (pending: Pending): Promise<void> =>
      line({ ...pending, datetime: written(), last_seen_id: pending.unseen?.id }),

    /** Lets go of a text that waits or was refused. */
    discard(pending: Pending): void {
      store.change(({ outbox }) => ({ outbox: withoutPending(outbox, pending.client_id) }));
    },

    /** Sends what a page before this one left. */
    resume: queue.resume,
    /** There may be a line again: nobody waits for the next try. */
    wake: queue.wake,
    /** Takes over what another tab has written, sent or let go. */
    look: queue.look,

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

/** The colleague's reply that a refused one crossed. */
function unseenReply(failure: unknown): ChatMessage | undefined {
  if (!(failure instanceof CallError && failure.status === 409)) return undefined;
  const { success, data } = UnseenReply.safeParse(failure.data);
  return success ? data.message : undefined;
}

function bodyOf({ chat_id, message, client_id, attachments, mentions, last_seen_id }: Pending) {
  return {
    chat_id,
    message,
    client_id,
    ...(attachments.length > 0 && { attachment_ids: attachments.map(({ id }) => id) }),
    ...(mentions.length > 0 && { mentions: [...mentions] }),
    ...(last_seen_id !== undefined && { last_seen_id }),
  };
}
