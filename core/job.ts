import type * as z from "zod/mini";

/** Work done at least once after the transaction that requested it. */
export interface Job<S extends z.ZodMiniType = z.ZodMiniType> {
  /** The queue's name: `inbox.deliver`. */
  readonly name: string;
  readonly data: S;
  /** How often a failed job is retried. */
  readonly retries: number;
  /** Seconds before the first retry; doubles each time. */
  readonly retryDelay: number;
  /** Seconds after which a silent worker counts as dead. */
  readonly expires: number;
  /** How many workers run in one process. */
  readonly concurrency: number;
  /**
   * The most jobs that one worker fetches at once; they run concurrently, and the next batch waits for the slowest.
   * Polling the queue costs the database more than a small job does.
   */
  readonly batch: number;
}

type JobSettings = Partial<Omit<Job, "name" | "data">>;

/** Declares a job. */
export function job<const S extends z.ZodMiniType>(name: string, data: S, settings: JobSettings = {}): Job<S> {
  return { name, data, retries: 5, retryDelay: 2, expires: 120, concurrency: 4, batch: 1, ...settings };
}

export type JobData<J extends Job> = z.output<J["data"]>;
