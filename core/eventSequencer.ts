import type { EventAudience, EventPosition, LastSequences } from "./event.ts";

/** The server's answer to a request for missed events. */
export interface MissedEvents {
  readonly events: readonly { readonly event: string; readonly payload: unknown; readonly mark: EventPosition }[];
  readonly heads: LastSequences;
  /** 0: the missed events are no longer available; everything has to be refetched. */
  readonly complete: 0 | 1;
}

export interface EventSequencerDeps {
  /** Dispatches an event to its listeners. */
  apply(event: string, payload: unknown): void;
  /** Fetches the events after these sequence numbers. */
  fetchMissed(heads: LastSequences): Promise<MissedEvents>;
  /** Refetches whatever is on the screen. */
  refetch(): Promise<unknown>;
  /** Reports whether every published event has been applied. */
  onStatus(isUpToDate: boolean): void;
  wait(milliseconds: number): Promise<void>;
}

const audiences = ["dealer", "location", "user"] as const satisfies EventAudience[];

/** Milliseconds within which an event that is merely late still arrives. */
const gracePeriod = 1000;
const retryDelays = [1000, 2000, 4000, 8000, 15_000] as const;

/**
 * Tracks sequence numbers so that each event is applied exactly once and a missing one is noticed. Events say what changed
 * rather than carry state, so each is applied on arrival and a missed one later.
 */
export function createEventSequencer({ apply, fetchMissed, refetch, onStatus, wait }: EventSequencerDeps) {
  /** Everything up to these numbers has been applied; undefined until the first connection reports them. */
  let applied: Record<EventAudience, number> | undefined;
  /** Applied beyond those numbers, while an event in between is missing. */
  let outOfOrder: Record<EventAudience, Map<number, EventPosition>>;
  /** The last numbers that the server has published. */
  let published: Record<EventAudience, number>;
  let isCatchingUp = false;
  let isStopped = false;
  let retryNow = () => {};

  function reset(sequences: LastSequences): void {
    applied = { ...sequences };
    published = { ...sequences };
    outOfOrder = { dealer: new Map(), location: new Map(), user: new Map() };
  }

  /** Advances over out-of-order events that have become contiguous. */
  function advance(applied: Record<EventAudience, number>, to: EventAudience): void {
    const waiting = outOfOrder[to];
    for (let moved = true; moved; ) {
      moved = false;
      for (const { seq, after } of waiting.values()) {
        if (after > applied[to]) continue;
        waiting.delete(seq);
        applied[to] = Math.max(applied[to], seq);
        moved = true;
      }
    }
  }

  const hasGap = () =>
    applied && audiences.some((to) => (published[to] ?? 0) > (applied?.[to] ?? 0) || outOfOrder[to].size > 0);

  function applyOnce(event: string, payload: unknown, position: EventPosition | undefined): void {
    if (position && applied) {
      const { to, seq } = position;
      if (seq <= applied[to] || outOfOrder[to].has(seq)) return;
      outOfOrder[to].set(seq, position);
      advance(applied, to);
    }
    apply(event, payload);
  }

  function advanceTo(sequences: LastSequences): void {
    for (const audience of audiences) {
      if (!applied) continue;
      applied[audience] = Math.max(applied[audience], sequences[audience]);
      advance(applied, audience);
    }
  }

  async function fetchAndApply(): Promise<void> {
    const missed = await fetchMissed({ ...(applied as LastSequences) });
    if (missed.complete === 0) await refetch();
    else for (const { event, payload, mark } of missed.events) applyOnce(event, payload, mark);
    advanceTo(missed.heads);
  }

  function pause(milliseconds: number): Promise<void> {
    const interrupted = new Promise<void>((resolve) => {
      retryNow = resolve;
    });
    return Promise.race([wait(milliseconds), interrupted]);
  }

  async function catchUp(initialDelay: number): Promise<void> {
    if (isCatchingUp) return retryNow();
    isCatchingUp = true;
    if (initialDelay > 0) await pause(initialDelay);
    for (let tries = 0; hasGap() && !isStopped; tries += 1) {
      if (tries > 0) await pause(retryDelays[tries - 1] ?? 15_000);
      onStatus(false);
      // A failed fetch is retried by the loop.
      await fetchAndApply().catch(() => {});
    }
    isCatchingUp = false;
    if (!isStopped) onStatus(true);
  }

  return {
    /** Takes an event that arrived over the connection. */
    receive(event: string, payload: unknown, position?: EventPosition): void {
      applyOnce(event, payload, position);
      if (hasGap()) void catchUp(gracePeriod);
    },

    /** Takes the server's last sequence numbers: all of them on connect, afterwards only those that changed. */
    receiveLastSequences(sequences: Partial<LastSequences>): void {
      const isComplete = audiences.every((to) => sequences[to] !== undefined);
      if (!applied) {
        if (isComplete) reset(sequences as LastSequences);
        if (isComplete) onStatus(true);
        return;
      }
      // Numbers that went backwards mean that the server's data was restored: ours are worthless.
      if (isComplete && audiences.some((to) => (sequences[to] ?? 0) < (applied?.[to] ?? 0))) {
        reset(sequences as LastSequences);
        onStatus(false);
        void refetch().then(() => onStatus(true));
        return;
      }
      for (const to of audiences) published[to] = Math.max(published[to], sequences[to] ?? 0);
      if (hasGap()) void catchUp(isComplete ? 0 : gracePeriod);
      else if (isComplete) onStatus(true);
    },

    /** Ends retries and status reports. */
    stop(): void {
      isStopped = true;
      retryNow();
    },
  };
}

export type EventSequencer = ReturnType<typeof createEventSequencer>;
