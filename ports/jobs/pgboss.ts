import { randomUUID } from "node:crypto";
import { type JobWithMetadata, PgBoss, type QueueOptions } from "pg-boss";
import * as z from "zod/mini";
import type { Job, JobData } from "#core/job.ts";
import { createLooks } from "#core/looks.ts";
import type { Log } from "../log.ts";
import type { Signals } from "../signals/signals.ts";
import type { Jobs } from "./jobs.ts";
import { databaseOver, openJobsPool } from "./pgbossDatabase.ts";
import { createQueueWorkers, maxRunSeconds } from "./pgbossWorkers.ts";
import { createSchedules } from "./schedules.ts";

export interface JobsSettings {
  readonly url: string;
  readonly log: Log;
  /** Wakes the process when there is work; one that only enqueues needs none. */
  readonly signals?: Signals;
  /** Jobs whose queues are created at start, even on nodes that only enqueue. Others are created at first use. */
  readonly knownJobs?: readonly Job[];
}

/** The dead-letter queue, whose jobs are logged. */
const deadEnds = "dead-ends";
const daySeconds = 24 * 3600;
const deadEndsOptions = { notify: true, deleteAfterSeconds: 30 * daySeconds };
/** How many queues are created at once: a start takes its turns on a busy database, too. */
const startsAtOnce = 4;
const stopWithin = 10_000;

/** Says that a job is due in less than `restMs`. */
const dueChannel = "rooftop_jobs_due";
/** Milliseconds between two looks at what is due when nothing says that there is anything. */
const restMs = 30_000;
/** Minimum milliseconds between two looks. */
const lookMs = 100;
/** Milliseconds after which what the database refused is tried again. */
const retryMs = 1_000;
/** Milliseconds between two searches for jobs whose process died: while jobs run and for some time after, or at rest. */
const superviseMs = { busy: 10_000, rest: 60_000 };
const busyMs = 180_000;
/** A start takes up what an earlier process left, most of which says within this that it is dead. */
const startMs = 45_000;
/** pg-boss's own clocks, in seconds. A search skips queues that another node has just searched. */
const clocks = { monitorIntervalSeconds: 8, queueCacheIntervalSeconds: 600, bamIntervalSeconds: 600 };

/**
 * Jobs in Postgres, through pg-boss, which keeps them. When to fetch them is decided here: a notification comes with the
 * transaction that enqueued them, and one look tells when the next delayed one is due, whatever the number of queues.
 */
export function createJobs(settings: JobsSettings): Jobs {
  const { log, signals } = settings;
  const pool = openJobsPool(settings.url, log);
  const { database, channel } = databaseOver(pool);
  const boss = new PgBoss({ db: database, useListenNotify: true, supervise: false, schedule: false, ...clocks });
  boss.on("error", (error) => log.error({ err: error }, "the job queue has a problem"));
  boss.on("warning", (warning) => log.warn({ warning }, "the job queue warns"));

  const takeTurn = createTurns(startsAtOnce);
  const queues = new Map<string, Promise<void>>();
  /** `work` and `schedule` calls made before `start`. */
  const deferred: (() => Promise<void>)[] = [];
  let state: "new" | "enqueues" | "works" | "stopped" = "new";
  /** The database's clock minus ours, in milliseconds. */
  let skew = 0;
  let supervising: NodeJS.Timeout | undefined;
  let supervisedAt = Number.NEGATIVE_INFINITY;
  let busyUntil = performance.now() + startMs;

  const onFailure = (error: unknown) => {
    if (state === "works") log.warn({ err: error }, "the job queue can't be looked at; it is tried again");
    return retryMs;
  };
  const looks = createLooks(look, { apart: lookMs, onFailure });
  const workers = createQueueWorkers({
    boss,
    log,
    isOpen: () => state === "works",
    onBegin: noteWork,
    onFailed: () => looks.now(),
    onOutage: () => looks.within(retryMs),
  });
  const schedules = createSchedules({
    // The second node of a minute enqueues nothing.
    enqueue: async (job, data) =>
      void (await boss.insert(job.name, [{ data: wrap(data), singletonKey: "scheduled", singletonSeconds: 60 }])),
    now: () => new Date(Date.now() + skew),
    onFailure: (error, job) =>
      log.warn({ err: error, job: job.name }, "a scheduled job could not be enqueued; it is tried again"),
  });

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

  /** Asks the queues that have something due, and says in how many milliseconds the next one will. */
  async function look(): Promise<number> {
    const { rows } = await pool.query<Look>(lookStatement);
    const [{ now, waiting = [] } = { now: Date.now() }] = rows;
    skew = now - Date.now();
    let next = restMs;
    for (const { name, is_due, ms } of waiting) {
      if (!workers.has(name)) continue;
      if (is_due) workers.ask(name);
      if (ms !== null) next = Math.min(next, Math.max(0, ms));
    }
    return next;
  }

  /** What a schedule enqueues each minute is no sign of work. */
  function noteWork(name: string): void {
    if (!schedules.has(name)) busyUntil = performance.now() + busyMs;
  }

  /** Ends the jobs of processes that died, deletes old ones, and looks at what that made due. */
  async function supervise(): Promise<void> {
    const now = performance.now();
    if (now - supervisedAt < (now < busyUntil ? superviseMs.busy : superviseMs.rest)) return;
    supervisedAt = now;
    try {
      await boss.supervise();
      looks.now();
    } catch (error) {
      log.warn({ err: error }, "the job queue can't be supervised; it is tried again");
    }
  }

  async function beginWorking(): Promise<void> {
    if (!signals) throw new Error("Nothing would wake the jobs of this process");
    workers.add(deadEndJob, async (job) => logDeadEnd(log, job));
    const missed = () => looks.now();
    const heard = (name: string) => {
      if (!workers.has(name)) return;
      noteWork(name);
      workers.ask(name);
    };
    signals.listen(channel(), { heard, missed });
    signals.listen(dueChannel, { heard: missed, missed });
    supervising = setInterval(() => void supervise(), superviseMs.busy);
  }

  function pause(): void {
    state = "stopped";
    void looks.stop();
    schedules.stop();
    clearInterval(supervising);
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
      const isSoon = jobs.some(({ startAfter = 0 }) => startAfter > 0 && 1000 * startAfter <= restMs);
      // The next look comes in time for those that are due later.
      const said = isSoon ? transaction.executeSql("select pg_notify($1, '')", [dueChannel]) : undefined;
      said?.catch(() => {});
      await boss.insert(job.name, jobs, { db: transaction });
      await said;
    },

    async work(job, handler) {
      await whenWorking(async () => {
        await ensureQueue(job);
        const handle = (fetched: JobWithMetadata) =>
          handler(z.parse(job.data, unwrap(fetched.data)) as JobData<typeof job>);
        const { name, batch, concurrency } = job;
        workers.add({ name, batch, concurrency }, handle);
        looks.now();
      });
    },

    async schedule(job, cron, data) {
      await whenWorking(async () => {
        await ensureQueue(job);
        schedules.add(job, cron, data);
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
      if (worker) await beginWorking();
      for (const begin of deferred.splice(0)) await whenWorking(begin);
    },

    pause,

    async stop() {
      pause();
      await workers.stop(stopWithin);
      await boss.stop({ graceful: false });
      await pool.end();
    },
  };
}

interface Look {
  readonly now: number;
  readonly waiting?: readonly { name: string; is_due: boolean; ms: number | null }[];
}

/** The queues with waiting jobs, and in how many milliseconds the next delayed one of each is due. */
const lookStatement = {
  name: "rooftop_look",
  text: `select (extract(epoch from clock_timestamp()) * 1000)::float8 as now, coalesce((
    select json_agg(queue) from (
      select name, bool_or(start_after <= clock_timestamp()) as is_due, ceil(extract(epoch from
        min(start_after) filter (where start_after > clock_timestamp()) - clock_timestamp()) * 1000)::float8 as ms
      from pgboss.job where state < 'active' and not blocked group by name
    ) as queue), '[]') as waiting`,
};

const deadEndJob = { name: deadEnds, batch: 20, concurrency: 1 };

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

function logDeadEnd(log: Log, { sourceName, sourceId, sourceRetryCount }: JobWithMetadata): void {
  const detail = { job: sourceName, id: sourceId, tries: (sourceRetryCount ?? 0) + 1 };
  log.error(detail, "a job failed for the last time");
}

/** pg-boss only accepts objects; a job's data may be any JSON value. */
function wrap(data: unknown): object {
  return { data };
}

function unwrap(data: object): unknown {
  return "data" in data ? data.data : undefined;
}
