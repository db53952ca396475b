import type pg from "pg";
import { openPool } from "./postgres.ts";

/** Connections to Postgres by who asks: nobody waits behind another kind of work. */
export interface Pools {
  /** For people. */
  readonly people: pg.Pool;
  /** For what carriers tell. */
  readonly carriers: pg.Pool;
  /** For jobs and imports, and for what listens all the time. */
  readonly jobs: pg.Pool;
  end(): Promise<void>;
}

const usual = { people: 12, carriers: 4, jobs: 8 };

/** @param sizes how many connections each kind may have. */
export function openPools(url: string, log: Parameters<typeof openPool>[1], sizes: typeof usual = usual): Pools {
  const people = openPool(url, log, sizes.people);
  const carriers = openPool(url, log, sizes.carriers);
  const jobs = openPool(url, log, sizes.jobs);
  return {
    ...{ people, carriers, jobs },
    async end() {
      await Promise.all([people.end(), carriers.end(), jobs.end()]);
    },
  };
}
