import type pg from "pg";
import { phoneKeyOption } from "./phoneKey.ts";
import { openPool } from "./postgres.ts";

/** Separate connection pools, so that no kind of work waits behind another. */
export interface Pools {
  /** For user requests. */
  readonly people: pg.Pool;
  /** For carrier webhooks. */
  readonly carriers: pg.Pool;
  /** For jobs, imports and permanent listeners. */
  readonly jobs: pg.Pool;
  end(): Promise<void>;
}

const defaultSizes = { people: 12, carriers: 4, jobs: 8 };

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
  return {
    people,
    carriers,
    jobs,
    async end() {
      await Promise.all([people.end(), carriers.end(), jobs.end()]);
    },
  };
}
