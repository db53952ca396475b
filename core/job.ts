import type * as z from "zod/mini";

/** A piece of work that is done after the transaction which asked for it, at least once. */
export interface Job<S extends z.ZodMiniType = z.ZodMiniType> {
  /** The queue's name: `inbox.deliver`. */
  readonly name: string;
  readonly data: S;
  /** How often it is tried again after a failure. */
  readonly retries: number;
  /** Seconds before the first retry; doubles each time. */
  readonly retryDelay: number;
  /** Seconds after which a worker that says nothing is taken for dead. */
  readonly expires: number;
  /** How many workers do it in one process, side by side. */
  readonly concurrency: number;
  /**
   * How many a worker takes at once, where there are so many: they run side by side, and the next ones wait for the
   * slowest. Each look into the queue costs the database more than a small job does.
   */
  readonly batch: number;
}

type Settings = Partial<Omit<Job, "name" | "data">>;

/** Declares a job. */
export function job<const S extends z.ZodMiniType>(name: string, data: S, settings: Settings = {}): Job<S> {
  return { name, data, retries: 5, retryDelay: 2, expires: 120, concurrency: 4, batch: 1, ...settings };
}

export type JobData<J extends Job> = z.output<J["data"]>;
