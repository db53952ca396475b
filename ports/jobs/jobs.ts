import type { Job, JobData } from "#core/job.ts";

/** The port to the queue of work that is done after the transaction that asked for it. */

/** Runs one SQL statement on a transaction's own connection, so that the job is there exactly if the rows are. */
export interface TransactionSql {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface EnqueueOptions {
  /** Seconds to wait at least. */
  readonly after?: number;
  /** At most one waiting job of this name has this key. */
  readonly onlyOnce?: string;
}

/** A job that is asked for. */
export interface Asked<J extends Job = Job> {
  readonly data: JobData<J>;
  readonly options?: EnqueueOptions | undefined;
}

export interface Jobs {
  /** Puts jobs of one name into the queue as part of the transaction: one statement, however many. */
  enqueue<J extends Job>(transaction: TransactionSql, job: J, asked: readonly Asked<J>[]): Promise<void>;
  /** Does the jobs of one name in this process. A rejection is tried again as the job says. */
  work<J extends Job>(job: J, handler: (data: JobData<J>) => Promise<void>): Promise<void>;
  /** Does a job regularly; on several nodes, one of them does. `cron` in UTC, by the minute. */
  schedule<J extends Job>(job: J, cron: string, data: JobData<J>): Promise<void>;
  /** Makes the queues ready. `worker`: this process also does jobs. */
  start(options: { readonly worker: boolean }): Promise<void>;
  /** Lets running jobs end, for at most some seconds. */
  stop(): Promise<void>;
}
