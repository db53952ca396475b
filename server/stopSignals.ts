/** A terminal and npm both pass the same signal on: what comes so soon after the first is no second one. */
const sameSignalMs = 1_000;

interface StopActions {
  /** Ends what is under way. */
  readonly stop: () => unknown;
  /** Ends at once. */
  readonly end: () => void;
  /** Milliseconds of a steady clock; for tests. */
  readonly now?: () => number;
}

/** What to do at each signal: the first stops in order, a second one ends at once. */
export function createStopSignals({ stop, end, now = () => performance.now() }: StopActions): () => void {
  let firstAt: number | undefined;
  return () => {
    if (firstAt === undefined) {
      firstAt = now();
      stop();
    } else if (now() - firstAt >= sameSignalMs) end();
  };
}
