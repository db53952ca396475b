import { CronExpressionParser } from "cron-parser";
import type { Job } from "#core/job.ts";
import { createLooks } from "#core/looks.ts";

/** Milliseconds after a minute has begun at which its jobs are enqueued: the database's clock is known roughly. */
const afterMinuteMs = 100;
/** Milliseconds after which what the database refused is tried again. */
const retryMs = 1_000;
/** Clocks are set, and timers have a longest: it looks at least once a minute. */
const longestMs = 60_000;

/** The first time after an instant that a cron expression names, in UTC. */
export function nextTime(cron: string, after: Date): Date {
  return CronExpressionParser.parse(cron, { tz: "UTC", currentDate: after }).next().toDate();
}

interface ScheduledJob {
  readonly job: Job;
  readonly cron: string;
  readonly data: unknown;
  dueAt: Date;
}

export interface SchedulesSettings {
  /** Enqueues a job that is due, once among all nodes. */
  readonly enqueue: (job: Job, data: unknown) => Promise<void>;
  /** The time by the database's clock. */
  readonly now: () => Date;
  readonly onFailure: (error: unknown, job: Job) => void;
}

export interface Schedules {
  add(job: Job, cron: string, data: unknown): void;
  has(name: string): boolean;
  stop(): void;
}

/** Enqueues jobs when their cron expressions say so. One whose minute has passed meanwhile is made up for once. */
export function createSchedules({ enqueue, now, onFailure }: SchedulesSettings): Schedules {
  const all: ScheduledJob[] = [];
  const looks = createLooks(enqueueDue, { apart: 0, onFailure: () => retryMs });

  /** @returns the milliseconds until the next one is due. */
  async function enqueueDue(): Promise<number> {
    const at = now();
    for (const scheduled of all.filter(({ dueAt }) => dueAt <= at)) {
      try {
        await enqueue(scheduled.job, scheduled.data);
        scheduled.dueAt = nextTime(scheduled.cron, at);
      } catch (error) {
        onFailure(error, scheduled.job);
        return retryMs;
      }
    }
    return msUntilNext();
  }

  function msUntilNext(): number {
    const next = Math.min(...all.map(({ dueAt }) => dueAt.getTime()));
    return Math.min(longestMs, next - now().getTime() + afterMinuteMs);
  }

  return {
    add(job, cron, data) {
      // A start in the minute that it names is in time.
      all.push({ job, cron, data, dueAt: nextTime(cron, new Date(now().getTime() - 60_000)) });
      looks.within(msUntilNext());
    },
    has: (name) => all.some(({ job }) => job.name === name),
    stop: () => void looks.stop(),
  };
}
