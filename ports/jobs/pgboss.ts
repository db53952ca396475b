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
  /** Jobs whose queues stand from the start, on nodes that only enqueue too. Others get theirs at the first use. */
  readonly known?: readonly Job[];
  /** The database roles that enqueue: they may add jobs and see nothing of them. */
  readonly roles?: readonly string[];
}

/** Where jobs end that failed for the last time, to be logged. */
const deadEnds = "dead-ends";
const aDay = 24 * 3600;
/** A job that has not come to an end after this long never will. */
const longestRun = 3600;
/** Jobs that wait for their time, that are tried again and that no notification came for are found by looking. */
const polling = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 2 };
/** Who takes several at once looks again after so many milliseconds at the earliest: by then there are several. */
const gatherFor = 50;
const stopWithin = 10_000;

/** Jobs in Postgres, by pg-boss: a notification starts them in milliseconds, and polling what it missed. */
export function createJobs(settings: JobsSettings): Jobs {
  const { log } = settings;
  const roles = settings.roles ?? ["rooftop_app", "rooftop_platform"];
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

  const queues = new Map<string, Promise<void>>();
  /** What was asked for before the start. */
  const waiting: (() => Promise<void>)[] = [];
  let state: "new" | "enqueues" | "works" | "stopped" = "new";

  function queueOf(job: Job): Promise<void> {
    let made = queues.get(job.name);
    if (!made) {
      made = makeQueue(boss, job);
      // A queue that could not be made is tried again at the next use.
      made.catch(() => queues.delete(job.name));
      queues.set(job.name, made);
    }
    return made;
  }

  async function whenWorking(begin: () => Promise<void>): Promise<void> {
    if (state === "new") waiting.push(begin);
    else if (state === "works") await begin();
  }

  return {
    async enqueue(transaction, job, asked) {
      await queueOf(job);
      const jobs = asked.map(({ data, options = {} }) => ({
        data: wrapped(data),
        // Of the waiting jobs with one key only one is kept, so a job without a key gets one of its own.
        singletonKey: options.onlyOnce ?? randomUUID(),
        ...(options.after !== undefined && { startAfter: Math.max(0, Math.ceil(options.after)) }),
      }));
      await boss.insert(job.name, jobs, { db: transaction });
    },

    async work(job, handler) {
      await whenWorking(async () => {
        await queueOf(job);
        for (let at = 0; at < job.concurrency; at++) {
          const worker = await boss.work(
            job.name,
            { ...polling, batchSize: job.batch, includeMetadata: true, perJobResults: true },
            async (jobs: JobWithMetadata[]) => {
              // Where a full batch was there may be more: it looks again at once, not at its next poll.
              if (jobs.length === job.batch) boss.notifyWorker(worker);
              const handle = (taken: JobWithMetadata) =>
                handler(z.parse(job.data, unwrapped(taken.data)) as JobData<typeof job>);
              const gathered = job.batch > 1 ? sleep(gatherFor) : undefined;
              const results = await Promise.all(jobs.map((taken) => once(log, taken, () => handle(taken))));
              await gathered;
              return results;
            },
          );
        }
      });
    },

    async schedule(job, cron, data) {
      await whenWorking(async () => {
        await queueOf(job);
        await boss.schedule(job.name, cron, wrapped(data), { tz: "UTC", singletonKey: "scheduled" });
      });
    },

    async start({ worker }) {
      await boss.start();
      await boss.createQueue(deadEnds, { notify: true, deleteAfterSeconds: 30 * aDay });
      for (const job of settings.known ?? []) await queueOf(job);
      await grant(boss, roles);
      state = worker ? "works" : "enqueues";
      if (worker) await logDeadEnds(boss, log);
      for (const begin of waiting.splice(0)) await whenWorking(begin);
    },

    async stop() {
      state = "stopped";
      await boss.stop({ graceful: true, timeout: stopWithin });
    },
  };
}

/** Makes a queue, or brings it to what the job says now. */
async function makeQueue(boss: PgBoss, job: Job): Promise<void> {
  const options = {
    retryLimit: job.retries,
    retryDelay: job.retryDelay,
    retryBackoff: true,
    expireInSeconds: longestRun,
    heartbeatSeconds: Math.max(10, job.expires),
    deleteAfterSeconds: aDay,
    notify: true,
    deadLetter: deadEnds,
  } satisfies QueueOptions & { notify: boolean; deadLetter: string };
  if (await boss.getQueue(job.name)) await boss.updateQueue(job.name, options);
  else await boss.createQueue(job.name, { ...options, retryDelayMax: 3600, policy: "short" });
}

/** The roles of the application add jobs in their own transactions; what is in the queue is none of their business. */
async function grant(boss: PgBoss, roles: readonly string[]): Promise<void> {
  const to = roles.map((role) => `"${role}"`).join(", ");
  // One node at a time: Postgres lets two changes of the same rights fail.
  await boss.getDb().executeSql(
    `do $$ begin
       perform pg_advisory_xact_lock(hashtext('rooftop jobs'));
       grant usage on schema pgboss to ${to};
       grant select on pgboss.queue to ${to};
       grant insert, select (id, start_after) on pgboss.job_common to ${to};
     end $$`,
  );
}

async function once(log: Log, job: JobWithMetadata, handle: () => Promise<void>): Promise<JobResult> {
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

/** pg-boss takes objects; a job's data can be anything that JSON can say. */
function wrapped(data: unknown): object {
  return { data };
}

function unwrapped(data: object): unknown {
  return "data" in data ? data.data : undefined;
}
