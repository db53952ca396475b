import { CallError } from "#core/client.ts";
import { type Outbox, type PendingMessage, withoutPending } from "./outbox.ts";
import type { UnsentStore } from "./unsentStore.ts";

/** The part of the inbox's store that the queue uses. */
interface OutboxStore {
  get: () => { readonly outbox: Outbox };
  change: (next: (state: { readonly outbox: Outbox }) => { outbox: Outbox }) => void;
}

export interface SendQueueDeps {
  /** Sends one message and removes it from the outbox; throws when that fails. */
  attempt: (pending: PendingMessage) => Promise<void>;
  unsentStore: UnsentStore;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  /** False once somebody else signs in here: a message is sent in its author's name or not at all. */
  isSessionCurrent: () => boolean;
  /** Runs `work` while no other tab of this person runs work of the same name. */
  withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

const retryDelays = [1000, 2000, 4000, 8000, 15_000, 30_000] as const;
/** After this many 500s in a row the failure counts as permanent. */
const maxServerErrors = 6;
/** A message that waited longer may no longer fit the conversation. Milliseconds. */
const staleAfter = 12 * 3_600_000;
const staleText = "This has waited for more than 12 hours. Please send it again if it still fits.";

/** Sends the outbox: within a chat one message at a time, in the order they were written. */
export function createSendQueue(
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
    /** Resolves when what is on its way in a chat has left; at once when it waits for the connection. */
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
