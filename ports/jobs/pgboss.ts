import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type JobResult, type JobWithMetadata, PgBoss, type QueueOptions } from "pg-boss";
import * as z from "zod/mini";
import type { Job, JobData } from "#core/job.ts";
import type { Log } from "../log.ts";
import type { Jobs } from "./jobs.ts";

export interface JobsSettings {
  readonly url: string;
  readonly log: Log;
  /** Jobs whose queues are created at start, even on nodes that only enqueue. Others are created at first use. */
  readonly knownJobs?: readonly Job[];
}

/** The dead-letter queue, whose jobs are logged. */
const deadEnds = "dead-ends";
const daySeconds = 24 * 3600;
const deadEndsOptions = { notify: true, deleteAfterSeconds: 30 * daySeconds };
/** In seconds: a job that runs longer is considered stuck. */
const maxRunSeconds = 3600;
/** Polling finds delayed jobs, retries, and jobs whose notification was missed. */
const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 };
/** How many queues are created or begun at once: a start takes its turns on a busy database, too. */
const startsAtOnce = 4;
/** Minimum milliseconds between the batches of one worker, so that a batch has time to fill. */
const batchInterval = 50;
const stopWithin = 10_000;

/** Jobs in Postgres, through pg-boss: notifications start them within milliseconds; polling finds what they missed. */
export function createJobs(settings: JobsSettings): Jobs {
  const { log } = settings;
  const boss = new PgBoss({
    connectionString: settings.url,
    application_name: "rooftop jobs",
    max: 6,
    useListenNotify: true,
    monitorIntervalSeconds: 10,
    superviseIntervalSeconds: 10,
  });
  boss.on("error", (error) => log.error({ err: error }, "the job queue has a problem"));
  boss.on("warning", (warning) => log.warn({ warning }, "the job queue warns"));

  const takeTurn = createTurns(startsAtOnce);
  const worked = new Set<string>();
  const queues = new Map<string, Promise<void>>();
  /** `work` and `schedule` calls made before `start`. */
  const deferred: (() => Promise<void>)[] = [];
  let state: "new" | "enqueues" | "works" | "stopped" = "new";

  function ensureQueue(job: Job): Promise<void> {
    let queue = queues.get(job.name);
    if (!queue) {
      queue = takeTurn(() => createQueue(boss, job));
      // After a failure, the next use tries again.
      queue.catch(() => queues.delete(job.name));
      queues.set(job.name, queue);
    }
    return queue;
  }

  async function whenWorking(begin: () => Promise<void>): Promise<void> {
    if (state === "new") deferred.push(begin);
    else if (state === "works") await begin();
  }

  return {
    async enqueue(transaction, job, requests) {
      await ensureQueue(job);
      const jobs = requests.map(({ data, options = {} }) => ({
        data: wrap(data),
        // pg-boss keeps one waiting job per key, so a job without a key gets a unique one.
        singletonKey: options.dedupeKey ?? randomUUID(),
        ...(options.delaySeconds !== undefined && { startAfter: Math.max(0, Math.ceil(options.delaySeconds)) }),
      }));
      await boss.insert(job.name, jobs, { db: transaction });
    },

    async work(job, handler) {
      await whenWorking(async () => {
        await ensureQueue(job);
        worked.add(job.name);
        for (let index = 0; index < job.concurrency; index++) {
          await takeTurn(async () => {
            if (state !== "works") return;
            const worker = await boss.work(
              job.name,
              { ...polling, batchSize: job.batch, includeMetadata: true, perJobResults: true },
              async (jobs: JobWithMetadata[]) => {
                // After a full batch there may be more jobs: fetch again immediately instead of at the next poll.
                if (jobs.length === job.batch) boss.notifyWorker(worker);
                const handle = (fetched: JobWithMetadata) =>
                  handler(z.parse(job.data, unwrap(fetched.data)) as JobData<typeof job>);
                const interval = job.batch > 1 ? sleep(batchInterval) : undefined;
                const results = await Promise.all(jobs.map((fetched) => runJob(log, fetched, () => handle(fetched))));
                await interval;
                return results;
              },
            );
            // Answered after the worker's first look for jobs: the next one begins when the database has kept up.
            await boss.getQueue(job.name);
          });
        }
      });
    },

    async schedule(job, cron, data) {
      await whenWorking(async () => {
        await ensureQueue(job);
        await takeTurn(() => boss.schedule(job.name, cron, wrap(data), { tz: "UTC", singletonKey: "scheduled" }));
      });
    },

    async start({ worker }) {
      await boss.start();
      const existing = await boss.getQueues();
      if (!existing.some(({ name }) => name === deadEnds)) await boss.createQueue(deadEnds, deadEndsOptions);
      for (const job of settings.knownJobs ?? []) {
        const queue = existing.find(({ name }) => name === job.name);
        if (queue && isUpToDate(queue, job)) queues.set(job.name, Promise.resolve());
        else await ensureQueue(job);
      }
      state = worker ? "works" : "enqueues";
      if (worker) await logDeadEnds(boss, log);
      for (const begin of deferred.splice(0)) await whenWorking(begin);
    },

    pause() {
      state = "stopped";
      for (const name of worked) void boss.offWork(name, { wait: false }).catch(() => {});
    },

    async stop() {
      state = "stopped";
      await boss.stop({ graceful: true, timeout: stopWithin });
    },
  };
}

/** Runs so many at once, the others in the order in which they came. */
function createTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const queueOptionsOf = (job: Job) =>
  ({
    retryLimit: job.retries,
    retryDelay: job.retryDelay,
    retryBackoff: true,
    expireInSeconds: maxRunSeconds,
    heartbeatSeconds: Math.max(10, job.expires),
    deleteAfterSeconds: daySeconds,
    notify: true,
    deadLetter: deadEnds,
  }) satisfies QueueOptions & { notify: boolean; deadLetter: string };

/** Whether the queue has the options that its job declares now. */
function isUpToDate(queue: object, job: Job): boolean {
  const current = queue as Record<string, unknown>;
  return Object.entries(queueOptionsOf(job)).every(([name, value]) => current[name] === value);
}

/** Creates a queue, or updates its options to what the job declares now. */
async function createQueue(boss: PgBoss, job: Job): Promise<void> {
  const options = queueOptionsOf(job);
  if (await boss.getQueue(job.name)) await boss.updateQueue(job.name, options);
  else await boss.createQueue(job.name, { ...options, retryDelayMax: 3600, policy: "short" });
}

async function runJob(log: Log, job: JobWithMetadata, handle: () => Promise<void>): Promise<JobResult> {
  try {
    await handle();
    return { id: job.id, status: "completed" };
  } catch (error) {
    log.warn({ err: error, job: job.name, id: job.id, tries: job.retryCount + 1 }, "a job failed");
    return { id: job.id, status: "failed", output: error };
  }
}

async function logDeadEnds(boss: PgBoss, log: Log): Promise<void> {
  await boss.work(deadEnds, { ...polling, includeMetadata: true }, async (jobs: JobWithMetadata[]) => {
    for (const { sourceName, sourceId, sourceRetryCount } of jobs) {
      const detail = { job: sourceName, id: sourceId, tries: (sourceRetryCount ?? 0) + 1 };
      log.error(detail, "a job failed for the last time");
    }
  });
}

/** pg-boss only accepts objects; a job's data may be any JSON value. */
function wrap(data: unknown): object {
  return { data };
}

function unwrap(data: object): unknown {
  return "data" in data ? data.data : undefined;
}
