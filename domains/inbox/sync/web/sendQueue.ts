import { CallError } from "#core/client.ts";
import { inbox } from "#domains/inbox/contract.ts";
import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import { UnseenReply } from "#domains/inbox/sending/contract.ts";
import { withChatPatch } from "./chatListCache.ts";
import { lastSeenId, withMessage } from "./conversationCache.ts";
import { type InboxStore, trackLoading, withConversation } from "./inboxState.ts";
import {
  type Outbox,
  type OutgoingMessage,
  type PendingMessage,
  type UnsentStore,
  withoutPending,
  withPending,
} from "./outbox.ts";

/** Milliseconds after which a request counts as lost. */
const sendTimeout = 20_000;

export interface MessageSenderDeps extends Omit<SendQueueDeps, "attempt"> {
  newId: () => string;
}

/** Sends messages: each is shown immediately, waits while offline, and keeps its reason when it fails. */
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
    /** Retries immediately, when the connection may be back. */
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

/** The part of the inbox's store that the queue uses. */
interface OutboxStore {
  get: () => { readonly outbox: Outbox };
  change: (next: (state: { readonly outbox: Outbox }) => { outbox: Outbox }) => void;
}

interface SendQueueDeps {
  /** Sends one message and removes it from the outbox; throws when that fails. */
  attempt: (pending: PendingMessage) => Promise<void>;
  unsentStore: UnsentStore;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  /** False once another person signs in here: a message is sent in its author's name or not at all. */
  isSessionCurrent: () => boolean;
  /** Runs `work` while no other tab of this person runs work of the same name. */
  withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

const retryDelays = [1000, 2000, 4000, 8000, 15_000, 30_000] as const;
/** After this many 500s in a row the failure counts as permanent. */
const maxServerErrors = 6;
/** A message that waited longer may no longer fit the conversation. Milliseconds. */
const staleAfter = 12 * 3_600_000;
const staleText = "This has waited more than 12 hours. Send it again if it still makes sense.";

/** Sends the outbox: within a chat one message at a time, in the order they were written. */
function createSendQueue(
  store: OutboxStore,
  { attempt, unsentStore, now, wait, isSessionCurrent, withLock }: SendQueueDeps,
) {
  const runsByChat = new Map<number, Promise<void>>();
  let wakers: (() => void)[] = [];

  const queuedIn = (chat_id: number) =>
    store.get().outbox.filter((pending) => pending.chat_id === chat_id && pending.failure === undefined);

  const isInOutbox = (client_id: string) => store.get().outbox.some((other) => other.client_id === client_id);

  function update(change: (pending: PendingMessage) => PendingMessage): void {
    store.change(({ outbox }) => ({ outbox: outbox.map(change) }));
  }

  /** The server may have stored it although the response was lost; its event then removes it from the outbox. */
  function markFailed(client_id: string, reason: Pick<PendingMessage, "failure" | "unseen">): void {
    update((one) => (one.client_id === client_id ? { ...one, ...reason, waiting: undefined } : one));
  }

  function markWaiting(chat_id: number, waiting: PendingMessage["waiting"]): void {
    const needsUpdate = (one: PendingMessage) => one.chat_id === chat_id && !one.failure && one.waiting !== waiting;
    update((one) => (needsUpdate(one) ? { ...one, waiting } : one));
  }

  /** Another tab may have sent or discarded it while this one waited for the lock. */
  async function sendOne(pending: PendingMessage): Promise<void> {
    const { client_id, datetime } = pending;
    if (unsentStore.wasRemovedElsewhere(client_id))
      store.change(({ outbox }) => ({ outbox: withoutPending(outbox, client_id) }));
    else if (now().getTime() - Date.parse(datetime) > staleAfter) markFailed(client_id, { failure: staleText });
    else if (isInOutbox(client_id)) await attempt(pending);
  }

  async function pauseFor(milliseconds: number, canWake: boolean): Promise<void> {
    const wokenUp = new Promise<void>((resolve) => {
      if (canWake) wakers.push(resolve);
    });
    await Promise.race([wait(milliseconds), wokenUp]);
  }

  async function run(chat_id: number): Promise<void> {
    for (let tries = 0; ; ) {
      const [next] = queuedIn(chat_id);
      if (!next || !isSessionCurrent()) {
        // No await since the outbox was read: the next message written finds no run here and starts one.
        runsByChat.delete(chat_id);
        return;
      }
      try {
        await withLock(`unsent ${chat_id}`, async () => isSessionCurrent() && sendOne(next));
        tries = 0;
        markWaiting(chat_id, undefined);
      } catch (failure) {
        if (isSessionOver(failure)) {
          markWaiting(chat_id, "service");
          runsByChat.delete(chat_id);
          return;
        }
        if (!isTransient(failure, tries)) {
          markFailed(next.client_id, { failure: failure instanceof Error ? failure.message : String(failure) });
          continue;
        }
        markWaiting(chat_id, failure.status === 0 ? "connection" : "service");
        const requestedDelay = (failure.retryAfter ?? 0) * 1000;
        await pauseFor(Math.max(requestedDelay, retryDelays[tries] ?? 30_000), requestedDelay === 0);
        tries += 1;
      }
    }
  }

  function sendAllOf(chat_id: number): Promise<void> {
    const current = runsByChat.get(chat_id);
    if (current) return current;
    const started = Promise.resolve().then(() => run(chat_id));
    runsByChat.set(chat_id, started);
    return started;
  }

  async function resume(): Promise<void> {
    const chats = new Set(store.get().outbox.flatMap(({ chat_id, failure }) => (failure ? [] : [chat_id])));
    await Promise.all([...chats].map(sendAllOf));
  }

  return {
    /** Sends what is queued in a chat; resolves when nothing is left to send there. */
    sendAllOf,
    /** Resolves when a chat's queue is empty, or immediately while it waits for the connection. */
    async sentIn(chat_id: number): Promise<void> {
      if (!queuedIn(chat_id)[0]?.waiting) await runsByChat.get(chat_id);
    },
    markFailed,
    resume,
    /** What a new message in a chat waits for, as those queued before it do. */
    waitReasonIn: (chat_id: number): PendingMessage["waiting"] => queuedIn(chat_id)[0]?.waiting,
    /** Ends the current pauses, except those that the server requested. */
    retryNow(): void {
      const waking = wakers;
      wakers = [];
      for (const wake of waking) wake();
    },
    /** Takes over what other tabs wrote, sent or discarded. */
    syncFromStorage(): void {
      const stored = new Map(unsentStore.read(now()).map((pending) => [pending.client_id, pending]));
      store.change(({ outbox }) => {
        const remaining = outbox.filter(({ client_id }) => !unsentStore.wasRemovedElsewhere(client_id));
        for (const { client_id } of remaining) stored.delete(client_id);
        return { outbox: [...remaining, ...stored.values()] };
      });
      void resume();
    },
  };
}

function isSessionOver(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 401;
}

/** True for what may succeed a moment later: no connection, rate limits, an unavailable service. */
function isTransient(failure: unknown, tries: number): failure is CallError {
  if (!(failure instanceof CallError)) return false;
  const { status } = failure;
  if (status === 500) return tries < maxServerErrors;
  return status === 0 || status === 408 || status === 429 || status > 500;
}
