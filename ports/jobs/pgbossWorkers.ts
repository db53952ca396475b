import { setTimeout as sleep } from "node:timers/promises";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Job } from "#core/job.ts";
import type { Log } from "../log.ts";

/** In seconds: a job that runs longer is considered stuck. */
export const maxRunSeconds = 3600;
/** Minimum milliseconds between the batches of one worker, so that a batch has time to fill. */
const batchInterval = 50;

type Handle = (job: JobWithMetadata) => Promise<void>;

/** What a process does with the jobs of one queue. */
interface Worker {
  readonly job: Pick<Job, "name" | "batch">;
  readonly handle: Handle;
  /** How many more batches may run at once. */
  free: number;
  /** Whether there may be jobs that nobody has fetched yet. */
  isAsked: boolean;
  isFetching: boolean;
}

export interface QueueWorkersSettings {
  readonly boss: PgBoss;
  readonly log: Log;
  /** Whether jobs may still begin. */
  readonly isOpen: () => boolean;
  /** Called as jobs of a queue begin. */
  readonly onBegin: (name: string) => void;
  /** Called after jobs failed: they are due again, or at their dead end. */
  readonly onFailed: () => void;
  /** Called when the database can't be asked for jobs. */
  readonly onOutage: () => void;
}

export interface QueueWorkers {
  add(job: Worker["job"] & Pick<Job, "concurrency">, handle: Handle): void;
  /** Fetches a queue's jobs when there is room for them. Does nothing for a queue that nobody works on. */
  ask(name: string): void;
  has(name: string): boolean;
  /** Waits for so many milliseconds for the jobs that run, and gives back those that don't end. */
  stop(withinMs: number): Promise<void>;
}

/** Fetches jobs when asked, as many as may run at once, runs them, and stores how each has ended. */
export function createQueueWorkers({
  boss,
  log,
  isOpen,
  onBegin,
  onFailed,
  onOutage,
}: QueueWorkersSettings): QueueWorkers {
  const workers = new Map<string, Worker>();
  const running = new Set<Promise<void>>();
  /** The ids of the jobs that run, by queue. */
  const runningIds = new Map<string, Set<string>>();

  function ask(worker: Worker): void {
    worker.isAsked = true;
    if (!worker.isFetching) keep(fetchJobs(worker));
  }

  async function fetchJobs(worker: Worker): Promise<void> {
    const { name, batch } = worker.job;
    worker.isFetching = true;
    try {
      while (isOpen() && worker.isAsked && worker.free > 0) {
        worker.isAsked = false;
        const batchSize = worker.free * batch;
        const jobs = await boss.fetch<object>(name, { batchSize, includeMetadata: true });
        // After a full fetch there may be more.
        if (jobs.length === batchSize) worker.isAsked = true;
        for (let start = 0; start < jobs.length; start += batch) begin(worker, jobs.slice(start, start + batch));
      }
    } catch (error) {
      log.warn({ err: error, job: name }, "jobs could not be fetched; it is tried again");
      onOutage();
    } finally {
      worker.isFetching = false;
    }
  }

  function begin(worker: Worker, jobs: JobWithMetadata[]): void {
    worker.free -= 1;
    const run = runBatch(worker, jobs)
      .catch((error: unknown) => log.error({ err: error, job: worker.job.name }, "how jobs ended could not be stored"))
      .finally(() => {
        worker.free += 1;
        if (worker.isAsked) ask(worker);
      });
    keep(run);
  }

  /** Runs jobs at the same time, and stores how each ended once the slowest has ended. */
  async function runBatch({ job: { name, batch }, handle }: Worker, jobs: JobWithMetadata[]): Promise<void> {
    onBegin(name);
    const known = runningIds.get(name) ?? new Set();
    runningIds.set(name, known);
    for (const { id } of jobs) known.add(id);
    const interval = batch > 1 ? sleep(batchInterval) : undefined;
    const stopBeating = beat(boss, log, name, jobs);
    try {
      const failures = await Promise.all(jobs.map((fetched) => runJob(log, fetched, () => handle(fetched))));
      await interval;
      const done = jobs.filter((_, index) => failures[index] === undefined);
      if (done.length > 0) await boss.complete(name, idsOf(done));
      if (done.length === jobs.length) return;
      for (const [index, { id }] of jobs.entries()) {
        const failure = failures[index];
        if (failure !== undefined) await boss.fail(name, id, failure);
      }
      onFailed();
    } finally {
      stopBeating();
      for (const { id } of jobs) known.delete(id);
    }
  }

  function keep(work: Promise<void>): void {
    const kept = work.finally(() => running.delete(kept));
    running.add(kept);
  }

  async function ended(): Promise<void> {
    while (running.size > 0) await Promise.all(running);
  }

  return {
    add({ concurrency, ...job }, handle) {
      workers.set(job.name, { job, handle, free: concurrency, isAsked: false, isFetching: false });
    },
    ask(name) {
      const worker = workers.get(name);
      if (worker) ask(worker);
    },
    has: (name) => workers.has(name),
    async stop(withinMs) {
      await Promise.race([ended(), sleep(withinMs, undefined, { ref: false })]);
      for (const [name, ids] of runningIds) {
        if (ids.size > 0) await boss.fail(name, [...ids], { message: "the process stopped" }).catch(() => {});
      }
    },
  };
}

const idsOf = (jobs: readonly JobWithMetadata[]) => jobs.map(({ id }) => id);

/** Keeps jobs from being taken for those of a dead process, until the returned function is called. */
function beat(boss: PgBoss, log: Log, name: string, jobs: readonly JobWithMetadata[]): () => void {
  const seconds = Math.min(...jobs.map(({ heartbeatSeconds }) => heartbeatSeconds || maxRunSeconds));
  const beating = setInterval(() => {
    boss.touch(name, idsOf(jobs)).catch((error: unknown) => log.warn({ err: error, job: name }, "a job stays silent"));
  }, 500 * seconds);
  return () => clearInterval(beating);
}

/** @returns why it failed; undefined when it didn't. */
async function runJob(log: Log, job: JobWithMetadata, handle: () => Promise<void>): Promise<object | undefined> {
  const over = new AbortController();
  const stuck = sleep(1000 * maxRunSeconds, undefined, { signal: over.signal, ref: false }).then(
    () => Promise.reject(new Error(`The job took longer than ${maxRunSeconds} s`)),
    () => {},
  );
  try {
    await Promise.race([handle(), stuck]);
    return undefined;
  } catch (error) {
    log.warn({ err: error, job: job.name, id: job.id, tries: job.retryCount + 1 }, "a job failed");
    return error instanceof Error ? error : { message: String(error) };
  } finally {
    over.abort();
  }
}
