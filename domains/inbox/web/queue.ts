import { CallError } from "#core/client.ts";
import type { InboxStore } from "./inboxState.ts";
import { type Pending, withoutPending } from "./outbox.ts";
import type { Unsent } from "./unsent.ts";

export interface QueueMeans {
  /** Sends one text, and takes it out of the outbox; throws when it could not. */
  attempt: (pending: Pending) => Promise<void>;
  unsent: Unsent;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
  /** False once somebody else is signed in here: a text leaves under the name of who wrote it, or not at all. */
  mayAct: () => boolean;
  /** Runs while no other tab of this person does the same. */
  alone: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

const pauses = [1000, 2000, 4000, 8000, 15_000, 30_000] as const;
/** What the server breaks over again and again is no passing failure. */
const mostBreaks = 6;
/** A text that has waited longer may no longer fit what it answers. */
const staleAfter = 12 * 3_600_000;
const staleText = "This has waited for more than 12 hours. Please send it again if it still fits.";

/** Sends the texts of the outbox: a chat's one after the other, in the order in which they were written. */
export function createQueue(store: InboxStore, { attempt, unsent, now, wait, mayAct, alone }: QueueMeans) {
  const lines = new Map<number, Promise<void>>();
  let wakers: (() => void)[] = [];

  const inLine = (chat_id: number) =>
    store.get().outbox.filter((pending) => pending.chat_id === chat_id && pending.failure === undefined);

  const isThere = (client_id: string) => store.get().outbox.some((other) => other.client_id === client_id);

  function update(change: (pending: Pending) => Pending): void {
    store.change(({ outbox }) => ({ outbox: outbox.map(change) }));
  }

  /** It may have been stored although its answer was lost; what arrives meanwhile takes it out of the outbox. */
  function refuse(client_id: string, why: Pick<Pending, "failure" | "unseen">): void {
    update((one) => (one.client_id === client_id ? { ...one, ...why, waiting: undefined } : one));
  }

  function markWaiting(chat_id: number, waiting: Pending["waiting"]): void {
    const isOther = (one: Pending) => one.chat_id === chat_id && !one.failure && one.waiting !== waiting;
    update((one) => (isOther(one) ? { ...one, waiting } : one));
  }

  /** Another tab may have been quicker while this one waited for its turn. */
  async function sendOne(pending: Pending): Promise<void> {
    const { client_id, datetime } = pending;
    if (unsent.isGone(client_id)) store.change(({ outbox }) => ({ outbox: withoutPending(outbox, client_id) }));
    else if (now().getTime() - Date.parse(datetime) > staleAfter) refuse(client_id, { failure: staleText });
    else if (isThere(client_id)) await attempt(pending);
  }

  async function pauseFor(milliseconds: number, canWake: boolean): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      if (canWake) wakers.push(resolve);
    });
    await Promise.race([wait(milliseconds), woken]);
  }

  async function run(chat_id: number): Promise<void> {
    for (let tries = 0; ; ) {
      const [next] = inLine(chat_id);
      if (!next || !mayAct()) {
        // In the same breath as the look at the outbox, so that what is written next finds no line and begins one.
        lines.delete(chat_id);
        return;
      }
      try {
        await alone(`unsent ${chat_id}`, async () => mayAct() && sendOne(next));
        tries = 0;
        markWaiting(chat_id, undefined);
      } catch (failure) {
        if (isSessionOver(failure)) {
          markWaiting(chat_id, "service");
          lines.delete(chat_id);
          return;
        }
        if (!isPassing(failure, tries)) {
          refuse(next.client_id, { failure: failure instanceof Error ? failure.message : String(failure) });
          continue;
        }
        markWaiting(chat_id, failure.status === 0 ? "connection" : "service");
        const asked = (failure.retryAfter ?? 0) * 1000;
        await pauseFor(Math.max(asked, pauses[tries] ?? 30_000), asked === 0);
        tries += 1;
      }
    }
  }

  function work(chat_id: number): Promise<void> {
    const line = lines.get(chat_id);
    if (line) return line;
    const begun = Promise.resolve().then(() => run(chat_id));
    lines.set(chat_id, begun);
    return begun;
  }

  async function resume(): Promise<void> {
    const chats = new Set(store.get().outbox.flatMap(({ chat_id, failure }) => (failure ? [] : [chat_id])));
    await Promise.all([...chats].map(work));
  }

  return {
    /** Sends what waits in a chat; done when nothing is left to send there. */
    work,
    refuse,
    resume,
    /** What a new text in a chat has to wait for, behind those that are there. */
    waitingIn: (chat_id: number): Pending["waiting"] => inLine(chat_id)[0]?.waiting,
    wake(): void {
      const woken = wakers;
      wakers = [];
      for (const wake of woken) wake();
    },
    look(): void {
      const stored = new Map(unsent.read(now()).map((pending) => [pending.client_id, pending]));
      store.change(({ outbox }) => {
        const here = outbox.filter(({ client_id }) => !unsent.isGone(client_id));
        for (const { client_id } of here) stored.delete(client_id);
        return { outbox: [...here, ...stored.values()] };
      });
      void resume();
    },
  };
}

function isSessionOver(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 401;
}

/** What goes well a moment later: no line, too much at once, a service that is away. */
function isPassing(failure: unknown, tries: number): failure is CallError {
  if (!(failure instanceof CallError)) return false;
  const { status } = failure;
  if (status === 500) return tries < mostBreaks;
  return status === 0 || status === 429 || status > 500;
}
