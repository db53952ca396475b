import type { Job } from "#core/job.ts";
import type { Jobs } from "#ports/jobs/jobs.ts";

interface Kept {
  readonly job: Job;
  readonly data: unknown;
  /** Seconds that it would have waited. */
  readonly after: number;
}

/** A queue that does nothing by itself: a test looks at what was asked for and lets it be done. */
export interface KeptJobs extends Jobs {
  readonly kept: Kept[];
  /** Does everything that is waiting, and what that asks for in turn; what waits for a time only with `late`. */
  doAll(options?: { late?: boolean }): Promise<void>;
}

export function createKeptJobs(): KeptJobs {
  const kept: Kept[] = [];
  const workers = new Map<string, (data: never) => Promise<void>>();
  return {
    kept,
    async enqueue(_transaction, job, data, options) {
      kept.push({ job, data, after: options?.after ?? 0 });
    },
    async work(job, handler) {
      workers.set(job.name, handler as (data: never) => Promise<void>);
    },
    async schedule() {},
    async start() {},
    async stop() {},
    async doAll({ late = false } = {}) {
      for (;;) {
        const next = kept.findIndex((one) => late || one.after === 0);
        if (next < 0) return;
        const [{ job, data }] = kept.splice(next, 1) as [Kept];
        await workers.get(job.name)?.(data as never);
      }
    },
  };
}
