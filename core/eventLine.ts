import type { Audience, Heads, Mark } from "./event.ts";

/** The answer to the question for what was missed. */
export interface Missed {
  readonly events: readonly { readonly event: string; readonly payload: unknown; readonly mark: Mark }[];
  readonly heads: Heads;
  /** 0: it can't be told any more, so that all is to be fetched anew. */
  readonly complete: 0 | 1;
}

export interface EventLineMeans {
  /** Hands an event to whoever listens for it. */
  apply(event: string, payload: unknown): void;
  /** Asks for what came after these numbers. */
  ask(heads: Heads): Promise<Missed>;
  /** Fetches anew what is on the screen. */
  refetch(): Promise<unknown>;
  /** Says whether everything that was told has been heard. */
  say(isUpToDate: boolean): void;
  wait(milliseconds: number): Promise<void>;
}

const audiences = ["dealer", "location", "user"] as const satisfies Audience[];

/** An event that is only late arrives within this. */
const grace = 1000;
const pauses = [1000, 2000, 4000, 8000, 15_000] as const;

/**
 * Follows the numbers of what is told, so that each event counts once and a missing one is noticed. An event says what
 * changed, not how it is now, so each is handed on as it comes, and one that was missed later.
 */
export function createEventLine({ apply, ask, refetch, say, wait }: EventLineMeans) {
  /** Up to these numbers everything has been heard; undefined until the first connection has said where they stand. */
  let tails: Record<Audience, number> | undefined;
  /** What was heard beyond them, while one in between is missing. */
  let ahead: Record<Audience, Map<number, Mark>>;
  /** What the server has told up to. */
  let heads: Record<Audience, number>;
  let mending = false;
  let stopped = false;
  let nudge = () => {};

  function begin(at: Heads): void {
    tails = { ...at };
    heads = { ...at };
    ahead = { dealer: new Map(), location: new Map(), user: new Map() };
  }

  /** Moves on over what joins on. */
  function join(tails: Record<Audience, number>, to: Audience): void {
    const waiting = ahead[to];
    for (let moved = true; moved; ) {
      moved = false;
      for (const { seq, after } of waiting.values()) {
        if (after > tails[to]) continue;
        waiting.delete(seq);
        tails[to] = Math.max(tails[to], seq);
        moved = true;
      }
    }
  }

  const isBehind = () => tails && audiences.some((to) => (heads[to] ?? 0) > (tails?.[to] ?? 0) || ahead[to].size > 0);

  function take(event: string, payload: unknown, mark: Mark | undefined): void {
    if (mark && tails) {
      const { to, seq } = mark;
      if (seq <= tails[to] || ahead[to].has(seq)) return;
      ahead[to].set(seq, mark);
      join(tails, to);
    }
    apply(event, payload);
  }

  function reach(to: Heads): void {
    for (const audience of audiences) {
      if (!tails) continue;
      tails[audience] = Math.max(tails[audience], to[audience]);
      join(tails, audience);
    }
  }

  async function fill(): Promise<void> {
    const missed = await ask({ ...(tails as Heads) });
    if (missed.complete === 0) await refetch();
    else for (const { event, payload, mark } of missed.events) take(event, payload, mark);
    reach(missed.heads);
  }

  function pause(milliseconds: number): Promise<void> {
    const nudged = new Promise<void>((resolve) => {
      nudge = resolve;
    });
    return Promise.race([wait(milliseconds), nudged]);
  }

  async function mend(patience: number): Promise<void> {
    if (mending) return nudge();
    mending = true;
    if (patience > 0) await pause(patience);
    for (let tries = 0; isBehind() && !stopped; tries += 1) {
      if (tries > 0) await pause(pauses[tries - 1] ?? 15_000);
      say(false);
      // What fails now goes well a moment later.
      await fill().catch(() => {});
    }
    mending = false;
    if (!stopped) say(true);
  }

  return {
    /** An event arrived. */
    hear(event: string, payload: unknown, mark?: Mark): void {
      take(event, payload, mark);
      if (isBehind()) void mend(grace);
    },

    /** The server says where the numbers stand: all of them when a connection begins, later those that moved on. */
    stand(at: Partial<Heads>): void {
      const isWhole = audiences.every((to) => at[to] !== undefined);
      if (!tails) {
        if (isWhole) begin(at as Heads);
        if (isWhole) say(true);
        return;
      }
      // Numbers that went back: the server's data was set back, and ours say nothing any more.
      if (isWhole && audiences.some((to) => (at[to] ?? 0) < (tails?.[to] ?? 0))) {
        begin(at as Heads);
        say(false);
        void refetch().then(() => say(true));
        return;
      }
      for (const to of audiences) heads[to] = Math.max(heads[to], at[to] ?? 0);
      if (isBehind()) void mend(isWhole ? 0 : grace);
      else if (isWhole) say(true);
    },

    /** Nobody listens any more. */
    stop(): void {
      stopped = true;
      nudge();
    },
  };
}

export type EventLine = ReturnType<typeof createEventLine>;
