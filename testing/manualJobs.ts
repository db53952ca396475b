import type { Job } from "#core/job.ts";
import type { Clock } from "#ports/clock/clock.ts";
import type { Jobs } from "#ports/jobs/jobs.ts";

interface QueuedJob {
  readonly job: Job;
  readonly data: unknown;
  /** The earliest time to run it, in milliseconds since 1970. */
  readonly due: number;
}

/** A queue that runs nothing by itself: a test inspects the queued jobs and runs them. */
export interface ManualJobs extends Jobs {
  readonly queued: QueuedJob[];
  /** Runs every job that is due by the clock, and the jobs that those enqueue. */
  runAll(): Promise<void>;
}

export function createManualJobs(clock: Clock): ManualJobs {
  const kept: QueuedJob[] = [];
  const workers = new Map<string, (data: never) => Promise<void>>();
  return {
    queued: kept,
    async enqueue(_transaction, job, requests) {
      for (const { data, options } of requests) {
        kept.push({ job, data, due: clock.now().getTime() + 1000 * (options?.delaySeconds ?? 0) });
      }
    },
    async work(job, handler) {
      workers.set(job.name, handler as (data: never) => Promise<void>);
    },
    async schedule() {},
    async start() {},
    pause() {},
    async stop() {},
    async runAll() {
      for (;;) {
        const next = kept.findIndex(({ due }) => due <= clock.now().getTime());
        if (next < 0) return;
        const [{ job, data }] = kept.splice(next, 1) as [QueuedJob];
        await workers.get(job.name)?.(data as never);
      }
    },
  };
}
