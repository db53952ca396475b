import { setTimeout as sleep } from "node:timers/promises";

interface BatcherOptions<T> {
  /** The largest batch. */
  readonly most: number;
  /** Milliseconds between two batches while items keep coming, so that they fill up. A lone item never waits. */
  readonly pause?: number;
  /** A batch holds one item per key; the others follow in order. */
  readonly apart?: (item: T) => unknown;
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
export function gathering<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  { most, pause = 0, apart }: BatcherOptions<T>,
): (item: T) => Promise<R> {
  let waiting: WaitingItem<T, R>[] = [];
  let isRunning = false;

  /** The next batch, in order of arrival. */
  function takeBatch(): WaitingItem<T, R>[] {
    const batch: WaitingItem<T, R>[] = [];
    const later: WaitingItem<T, R>[] = [];
    const keys = new Set<unknown>();
    for (const entry of waiting) {
      const key = apart ? apart(entry.item) : entry;
      const fits = batch.length < most && !keys.has(key);
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
      if (waiting.length > 0 && pause > 0) await sleep(pause);
    }
    isRunning = false;
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void run();
    });
}
