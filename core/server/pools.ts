import type pg from "pg";
import { phoneKeyOption } from "./phoneKey.ts";
import { openPool, openUncheckedPool } from "./postgres.ts";

/** Separate connection pools, so that no kind of work waits behind another. */
export interface Pools {
  /** For user requests. */
  readonly people: pg.Pool;
  /** For carrier webhooks. */
  readonly carriers: pg.Pool;
  /** For jobs, imports and permanent listeners. */
  readonly jobs: pg.Pool;
  /** Each holds a turn of the ticker, whose work has connections of the jobs. */
  readonly turns: pg.Pool;
  /** For simulated providers, which are asked while a unit of work holds a connection. */
  readonly simulated: pg.Pool;
  end(): Promise<void>;
}

// `turns`: as many as there are tickers, because a turn may hold its connection for half a minute.
const defaultSizes = { people: 12, carriers: 4, jobs: 8, turns: 10, simulated: 4 };

/**
 * @param secret the app's: the phones of erased people are hashed with a key made of it.
 * @param sizes the maximum number of connections of each pool.
 */
export function openPools(
  url: string,
  log: Parameters<typeof openPool>[1],
  secret: string,
  sizes: typeof defaultSizes = defaultSizes,
): Pools {
  const options = phoneKeyOption(secret);
  const people = openPool(url, log, sizes.people, options);
  const carriers = openPool(url, log, sizes.carriers, options);
  const jobs = openPool(url, log, sizes.jobs, options);
  const turns = openPool(url, log, sizes.turns, options);
  const simulated = openUncheckedPool(url, log, sizes.simulated, options);
  return {
    people,
    carriers,
    jobs,
    turns,
    simulated,
    async end() {
      await Promise.all([people.end(), carriers.end(), jobs.end(), turns.end(), simulated.end()]);
    },
  };
}
