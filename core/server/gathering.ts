import { setTimeout as sleep } from "node:timers/promises";

interface Settings<T> {
  /** How many are done in one piece at most. */
  readonly most: number;
  /** Milliseconds between two pieces while more comes: by then there are several. Nobody waits who comes alone. */
  readonly pause?: number;
  /** Of those with the same key there is one in a piece; the others keep their order. */
  readonly apart?: (item: T) => unknown;
}

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Does in one piece what comes while the piece before it is under way: the more comes, the less each costs. A piece that
 * fails is done again one by one, so that nobody fails for another's sake.
 *
 * @param work answers a result for each item, in their order; all of it or nothing.
 */
export function gathering<T, R>(
  work: (items: readonly T[]) => Promise<readonly R[]>,
  { most, pause = 0, apart }: Settings<T>,
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = [];
  let isBusy = false;

  /** The next piece, in the order of arrival. */
  function take(): Waiting<T, R>[] {
    const [piece, later, keys]: [Waiting<T, R>[], Waiting<T, R>[], Set<unknown>] = [[], [], new Set()];
    for (const one of waiting) {
      const key = apart ? apart(one.item) : one;
      const fits = piece.length < most && !keys.has(key);
      keys.add(key);
      (fits ? piece : later).push(one);
    }
    waiting = later;
    return piece;
  }

  async function settle(piece: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await work(piece.map(({ item }) => item));
      for (const [at, { resolve }] of piece.entries()) resolve(results[at] as R);
    } catch (error) {
      if (piece.length === 1) piece[0]?.reject(error);
      else for (const one of piece) await settle([one]);
    }
  }

  async function run(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      await settle(take());
      if (waiting.length > 0 && pause > 0) await sleep(pause);
    }
    isBusy = false;
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isBusy) void run();
    });
}
