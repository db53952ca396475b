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
  /** Each holds a run of an interval job, whose work has connections of the jobs. */
  readonly intervals: pg.Pool;
  /** For numbering events: whoever waits for that has its turn before those who wait for a connection of their own. */
  readonly events: pg.Pool;
  /** For simulated providers, which are asked while a unit of work holds a connection. */
  readonly simulated: pg.Pool;
  end(): Promise<void>;
}

// `intervals`: as many as there are interval jobs, because a run may hold its connection for half a minute.
const defaultSizes = { people: 12, carriers: 4, jobs: 8, intervals: 10, events: 1, simulated: 4 };

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
  const intervals = openPool(url, log, sizes.intervals, options);
  const events = openPool(url, log, sizes.events, options);
  const simulated = openUncheckedPool(url, log, sizes.simulated, options);
  return {
    people,
    carriers,
    jobs,
    intervals,
    events,
    simulated,
    async end() {
      await Promise.all([people, carriers, jobs, intervals, events, simulated].map((pool) => pool.end()));
    },
  };
}
