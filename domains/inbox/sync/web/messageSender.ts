import { CallError } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import { UnseenReply } from "#domains/inbox/outbox/contract.ts";
import {
  type OutgoingMessage,
  type PendingMessage,
  withoutPending,
  withPending,
} from "#domains/inbox/outbox/web/outbox.ts";
import { createSendQueue, type SendQueueDeps } from "#domains/inbox/outbox/web/sendQueue.ts";
import { withChatPatch } from "./chatListCache.ts";
import { lastSeenId, withMessage } from "./conversationCache.ts";
import { type InboxStore, trackLoading, withConversation } from "./inboxState.ts";

/** Milliseconds after which a request counts as lost. */
const sendTimeout = 20_000;

export interface MessageSenderDeps extends Omit<SendQueueDeps, "attempt"> {
  newId: () => string;
}

/** Sends messages: each is shown at once, waits while there is no connection, and stays with its reason when it fails. */
export function createMessageSender(store: InboxStore, { newId, ...queueDeps }: MessageSenderDeps) {
  const { now } = queueDeps;
  const queue = createSendQueue(store, { ...queueDeps, attempt });

  async function attempt(pending: PendingMessage): Promise<void> {
    const { chat_id, client_id } = pending;
    const asOf = store.stamp();
    try {
      const signal = AbortSignal.timeout(sendTimeout);
      const { data } = await store.call(inbox.send, { body: bodyOf(pending), signal });
      const { chat_time, new_message, latest_chat_message_sent_time, ...sent } = data;
      store.change((state) => {
        const next = withConversation(state, chat_id, (conversation) => withMessage(conversation, asOf, sent));
        const answered = { is_replied: 1, waiting_since: null, is_closed: 0 } as const;
        const row = { chat_time, new_message, latest_chat_message_sent_time, ...answered };
        return {
          conversations: next.conversations,
          outbox: withoutPending(next.outbox, client_id),
          chatLists: withChatPatch(state.chatLists, asOf, chat_id, row),
        };
      });
    } catch (failure) {
      const unseen = unseenReply(failure);
      if (!unseen) throw failure;
      queue.markFailed(client_id, { failure: (failure as CallError).message, unseen });
      store.change((state) => withConversation(state, chat_id, (current) => withMessage(current, asOf, unseen)));
    }
  }

  function enqueue(pending: PendingMessage): Promise<void> {
    const fresh = { ...pending, failure: undefined, unseen: undefined, waiting: queue.waitReasonIn(pending.chat_id) };
    store.change(({ outbox }) => ({ outbox: withPending(outbox, fresh) }));
    return queue.sendAllOf(pending.chat_id);
  }

  const timestamp = () => now().toISOString();

  return {
    /** Sends a message in a chat; resolves when it is sent, failed or discarded. */
    send(chat_id: number, outgoing: OutgoingMessage): Promise<void> {
      const { message, attachments = [] } = outgoing;
      const last_seen_id = outgoing.last_seen_id ?? lastSeenId(store.get().conversations.get(chat_id));
      const content = { message, attachments, last_seen_id };
      return enqueue({ client_id: newId(), chat_id, ...content, datetime: timestamp(), failure: undefined });
    },

    /** Sends it again, under the same id. */
    resend: (pending: PendingMessage): Promise<void> => enqueue({ ...pending, datetime: timestamp() }),

    /** Sends it although a colleague replied meanwhile; its author has seen that reply by now. */
    sendAnyway: (pending: PendingMessage): Promise<void> =>
      enqueue({ ...pending, datetime: timestamp(), last_seen_id: pending.unseen?.id }),

    /** Discards a message that waits or failed. */
    discard(pending: PendingMessage): void {
      store.change(({ outbox }) => ({ outbox: withoutPending(outbox, pending.client_id) }));
    },

    /** Resolves when a chat's messages have left, unless they wait for the connection. */
    sentIn: queue.sentIn,
    /** Sends what was left unsent before the page was loaded. */
    resume: queue.resume,
    /** Retries at once, when the connection may be back. */
    retryNow: queue.retryNow,
    /** Takes over what other tabs wrote, sent or discarded. */
    syncFromStorage: queue.syncFromStorage,

    /** Sends again a message that the carrier refused. */
    retry(message: ChatMessage): Promise<boolean> {
      return trackLoading(store, `retry ${message.id}`, async () => {
        const asOf = store.stamp();
        const { data } = await store.call(inbox.retry, { params: { message_id: message.id } });
        store.change((state) =>
          withConversation(state, message.chat_id, (conversation) => withMessage(conversation, asOf, data)),
        );
      });
    },
  };
}

/** The colleague's reply because of which the server refused to send. */
function unseenReply(failure: unknown): ChatMessage | undefined {
  if (!(failure instanceof CallError && failure.status === 409)) return undefined;
  const { success, data } = UnseenReply.safeParse(failure.data);
  return success ? data.message : undefined;
}

function bodyOf({ chat_id, message, client_id, attachments, last_seen_id }: PendingMessage) {
  return {
    chat_id,
    message,
    client_id,
    ...(attachments.length > 0 && { attachment_ids: attachments.map(({ id }) => id) }),
    ...(last_seen_id !== undefined && { last_seen_id }),
  };
}
