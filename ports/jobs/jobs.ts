import type { Job, JobData } from "#core/job.ts";

/** The port to the job queue: work that runs after the transaction that enqueued it commits. */

/** Runs one SQL statement on the transaction's own connection, so the job exists exactly if the rows do. */
export interface TransactionSql {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

export interface EnqueueOptions {
  /** The minimum delay in seconds. */
  readonly delaySeconds?: number;
  /** At most one waiting job of this name can have this key. */
  readonly dedupeKey?: string;
}

/** A job to enqueue. */
export interface JobRequest<J extends Job = Job> {
  readonly data: JobData<J>;
  readonly options?: EnqueueOptions | undefined;
}

export interface Jobs {
  /** Enqueues jobs of one name as part of the transaction, in a single statement. */
  enqueue<J extends Job>(transaction: TransactionSql, job: J, requests: readonly JobRequest<J>[]): Promise<void>;
  /** Processes the jobs of one name in this process. A rejection is retried as the job declares. */
  work<J extends Job>(job: J, handler: (data: JobData<J>) => Promise<void>): Promise<void>;
  /** Runs a job on a schedule, on one node at a time. `cron` is in UTC with minute resolution. */
  schedule<J extends Job>(job: J, cron: string, data: JobData<J>): Promise<void>;
  /** Creates the queues. `worker`: this process also processes jobs. */
  start(options: { readonly worker: boolean }): Promise<void>;
  /** Begins no more jobs in this process. Those that run go on, and others can still be enqueued. */
  pause(): void;
  /** Waits up to 10 seconds for running jobs to finish. */
  stop(): Promise<void>;
}
