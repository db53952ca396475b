export interface Looks {
  now(): void;
  /** Looks in so many milliseconds, unless it does so sooner anyway. */
  within(ms: number): void;
  /** Looks no more. Resolves once a look in progress has ended. */
  stop(): Promise<void>;
}

export interface LooksSettings {
  /** Minimum milliseconds between the beginnings of two looks. */
  readonly apart: number;
  /** Milliseconds until the next look after one that failed. */
  readonly onFailure: (error: unknown) => number;
  /** Runs a function in the asynchronous context that looks belong to, where that isn't the one of whoever asks. */
  readonly context?: <T>(work: () => T) => T;
}

/**
 * Looks when asked, and when the last look said that something would be due; one look at a time.
 *
 * @param look resolves to the milliseconds until the next one.
 */
export function createLooks(
  look: () => Promise<number>,
  { apart, onFailure, context = (work) => work() }: LooksSettings,
): Looks {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let begunAt = Number.NEGATIVE_INFINITY;
  let current: Promise<void> | undefined;
  let isStopped = false;

  async function run(): Promise<void> {
    const next = await look().catch(onFailure);
    current = undefined;
    within(next);
  }

  function begin(): void {
    dueAt = Number.POSITIVE_INFINITY;
    begunAt = performance.now();
    current = run();
  }

  function within(ms: number): void {
    dueAt = Math.min(dueAt, Math.max(performance.now() + ms, begunAt + apart));
    if (isStopped || current) return;
    clearTimeout(timer);
    timer = context(() => setTimeout(begin, Math.max(0, dueAt - performance.now())));
  }

  return {
    within,
    now: () => within(0),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
