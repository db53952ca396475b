import type { Job } from "#core/job.ts";
import type { Clock } from "#ports/clock/clock.ts";
import type { Jobs } from "#ports/jobs/jobs.ts";

interface Kept {
  readonly job: Job;
  readonly data: unknown;
  /** Milliseconds since 1970: not before. */
  readonly due: number;
}

/** A queue that does nothing by itself: a test looks at what was asked for and lets it be done. */
export interface KeptJobs extends Jobs {
  readonly kept: Kept[];
  /** Does everything that is due by the clock, and what that asks for in turn. */
  doAll(): Promise<void>;
}

export function createKeptJobs(clock: Clock): KeptJobs {
  const kept: Kept[] = [];
  const workers = new Map<string, (data: never) => Promise<void>>();
  return {
    kept,
    async enqueue(_transaction, job, asked) {
      for (const { data, options } of asked) {
        kept.push({ job, data, due: clock.now().getTime() + 1000 * (options?.after ?? 0) });
      }
    },
    async work(job, handler) {
      workers.set(job.name, handler as (data: never) => Promise<void>);
    },
    async schedule() {},
    async start() {},
    async stop() {},
    async doAll() {
      for (;;) {
        const next = kept.findIndex(({ due }) => due <= clock.now().getTime());
        if (next < 0) return;
        const [{ job, data }] = kept.splice(next, 1) as [Kept];
        await workers.get(job.name)?.(data as never);
      }
    },
  };
}
