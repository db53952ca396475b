import { setTimeout as sleep } from "node:timers/promises";

interface BatcherOptions<T> {
  /** The largest batch. */
  readonly maxSize: number;
  /** Milliseconds between two batches while items keep coming, so that they fill up. A lone item never waits. */
  readonly pauseMs?: number;
  /** A batch holds one item per key; the others follow in order. */
  readonly keyOf?: (item: T) => unknown;
}

interface WaitingItem<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects the items that arrive while a batch is running into the next batch. A failed batch is retried item by item, so
 * that no item fails because of another.
 *
 * @param work returns one result per item, in order; it does all of the batch or nothing.
 */
export function createBatcher<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  { maxSize, pauseMs = 0, keyOf }: BatcherOptions<T>,
): (item: T) => Promise<R> {
  let waiting: WaitingItem<T, R>[] = [];
  let isRunning = false;

  /** The next batch, in order of arrival. */
  function takeBatch(): WaitingItem<T, R>[] {
    const batch: WaitingItem<T, R>[] = [];
    const later: WaitingItem<T, R>[] = [];
    const keys = new Set<unknown>();
    for (const entry of waiting) {
      const key = keyOf ? keyOf(entry.item) : entry;
      const fits = batch.length < maxSize && !keys.has(key);
      keys.add(key);
      (fits ? batch : later).push(entry);
    }
    waiting = later;
    return batch;
  }

  async function runBatch(batch: readonly WaitingItem<T, R>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as R);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const entry of batch) await runBatch([entry]);
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      await runBatch(takeBatch());
      if (waiting.length > 0 && pauseMs > 0) await sleep(pauseMs);
    }
    isRunning = false;
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}
