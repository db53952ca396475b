const firstMs = 1_000;
const longestMs = 5 * 60_000;

/** Keeps a server that takes nothing from being asked again and again: after each failure for twice as long. */
export interface BackOff {
  /** Milliseconds until the next try; 0: now. */
  wait(): number;
  failed(): void;
  succeeded(): void;
}

export function createBackOff(now: () => number = () => performance.now()): BackOff {
  let pauseMs = 0;
  let until = 0;
  return {
    wait: () => Math.max(0, until - now()),
    failed() {
      // Mails that were under way when it began are one failure.
      if (until > now()) return;
      pauseMs = Math.min(Math.max(firstMs, pauseMs * 2), longestMs);
      until = now() + pauseMs;
    },
    succeeded() {
      pauseMs = 0;
      until = 0;
    },
  };
}
