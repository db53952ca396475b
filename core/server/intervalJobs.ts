import { sql } from "kysely";
import { createLooks, type Looks } from "#core/looks.ts";
import type { Clock } from "#ports/clock/clock.ts";
import type { Signals } from "#ports/signals/signals.ts";
import { withConnectionsOfItsOwn } from "./heldConnection.ts";
import type { Db } from "./unitOfWork.ts";
import type { Within } from "./within.ts";

/** When work is due again: after its seconds, at an instant, or when something happens that gives it something to do. */
export type NextRun = "soon" | "at rest" | Date;

/** What triggers in the database say that has changed. */
export type Change = "campaigns" | "alerts";

/** The channel of the signals that name a change. */
export const changesChannel = "rooftop_changes";

/** Work that runs again and again, on one process at a time. */
export interface IntervalJob {
  readonly name: string;
  /** The least number of seconds between two runs. */
  readonly seconds: number;
  /** The change that ends its rest. */
  readonly wokenBy?: Change;
  readonly work: () => Promise<NextRun>;
}

/** Runs work every few seconds, more often than the queue's per-minute schedule can, while there is something to do. */
export interface IntervalJobs {
  /** Runs the job once started. A failure is logged, and the next run tries again. */
  add(job: IntervalJob): void;
  /** Starts; work added later starts at once. */
  start(): void;
  /** Stops after the runs in progress. */
  stop(): Promise<void>;
}

interface IntervalJobsDeps {
  readonly within: Within;
  readonly clock: Clock;
  /** What ends a rest early; without, only its end does. */
  readonly signals?: Signals | undefined;
  readonly log: { error(detail: object, message: string): void };
}

/** The longest that work rests, in milliseconds: what nobody signals is found then. */
export const restMs = 60_000;

/** Creates the interval jobs. They do nothing until started: in tests, never. */
export function createIntervalJobs({ within, clock, signals, log }: IntervalJobsDeps): IntervalJobs {
  const jobs = new Map<IntervalJob, Looks>();
  let state: "new" | "runs" | "stopped" = "new";

  function create(job: IntervalJob): Looks {
    const apart = 1000 * job.seconds;
    const look = async () => msUntil(await runUnlessTaken(within, job), clock);
    const onFailure = (error: unknown) => {
      log.error({ err: error, job: job.name }, "an interval job failed");
      return apart;
    };
    return createLooks(look, { apart, onFailure });
  }

  return {
    add(job) {
      const looks = create(job);
      jobs.set(job, looks);
      if (state === "runs") looks.now();
    },
    start() {
      if (state !== "new") return;
      state = "runs";
      for (const looks of jobs.values()) looks.now();
      signals?.listen(changesChannel, {
        heard(change) {
          for (const [{ wokenBy }, looks] of jobs) if (wokenBy === change) looks.now();
        },
        missed() {
          for (const [{ wokenBy }, looks] of jobs) if (wokenBy) looks.now();
        },
      });
    },
    async stop() {
      state = "stopped";
      await Promise.all([...jobs.values()].map((looks) => looks.stop()));
    },
  };
}

/** A run of another process says nothing about what is left to do. */
function msUntil(next: NextRun | "taken", clock: Clock): number {
  if (next === "soon" || next === "taken") return 0;
  return next === "at rest" ? restMs : Math.min(restMs, Math.max(0, next.getTime() - clock.now().getTime()));
}

/**
 * Runs the work unless another process is running it or just has. The row stays locked meanwhile, for half a minute at
 * most, and is released when a process dies. The database's clock decides, so that processes agree.
 *
 * @returns when the work is due again; "taken" when it didn't run here.
 */
export async function runUnlessTaken(within: Within, job: IntervalJob): Promise<NextRun | "taken"> {
  const claim = () =>
    within.control(`the interval job ${job.name}`, async ({ db }) => {
      if (!(await claimRun(db, job))) return "taken";
      return withConnectionsOfItsOwn(job.work);
    });
  const next = await claim();
  if (next !== "taken") return next;
  const isNew = await within.control(`the interval job ${job.name}`, ({ db }) => addJob(db, job.name));
  return isNew ? claim() : "taken";
}

async function claimRun(db: Db, { name, seconds }: IntervalJob): Promise<boolean> {
  // A timer that fires slightly early must not lose its run.
  const { rows } = await sql`update ticks set at = clock_timestamp() where name in (
    select name from ticks
    where name = ${name} and at <= clock_timestamp() - make_interval(secs => ${seconds * 0.8}::float8)
    for update skip locked) returning name`.execute(db);
  return rows.length > 0;
}

/** In its own transaction: otherwise other processes would wait for this one's work to finish. */
async function addJob(db: Db, name: string): Promise<boolean> {
  const { rows: existing } = await sql`select from ticks where name = ${name}`.execute(db);
  if (existing.length > 0) return false;
  const added = await sql`insert into ticks (name, at) values (${name}, '-infinity') on conflict do nothing
    returning name`.execute(db);
  return added.rows.length > 0;
}
