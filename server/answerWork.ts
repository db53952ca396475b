import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type pg from "pg";
import type { Logger } from "pino";
import type { ThreadServer, ThreadWork } from "#core/server/threadWork.ts";
import { createWithin } from "#core/server/within.ts";
import type { Clock } from "#ports/clock/clock.ts";
import type { Email } from "#ports/email/email.ts";
import type { Jobs } from "#ports/jobs/jobs.ts";
import { createJobs } from "#ports/jobs/pgboss.ts";
import type { Realtime } from "#ports/realtime/realtime.ts";
import type { Sms } from "#ports/sms/sms.ts";
import type { FromThread, ToThread } from "./threadMessages.ts";

export interface ThreadSettings {
  readonly pool: pg.Pool;
  /** The database's connection string. */
  readonly url: string;
  readonly sms: Sms;
  readonly email: Email;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secret: string;
  readonly publicUrl: string;
}

const post = (message: FromThread) => parentPort?.postMessage(message);

/** Does in this thread what the process asks for, until it is told to close. */
export function answerWork({ pool, url, sms, email, clock, log, secret, publicUrl }: ThreadSettings): void {
  const realtime: Pick<Realtime, "publish"> = { publish: (...event) => post({ kind: "event", event }) };
  const jobs = startedWhenNeeded(() => createJobs({ url, log }));
  const within = createWithin({ pool, clock, log, realtime, jobs });
  const server: ThreadServer = { within, ports: { sms, email, clock }, log, secret, publicUrl };

  async function run(id: number, module: string, name: string): Promise<void> {
    try {
      const works = (await import(module)) as Record<string, ThreadWork>;
      await works[name]?.(server);
      post({ kind: "done", id });
    } catch (error) {
      post({ kind: "failed", id, error: plainError(error) });
    }
  }

  giveWay(log);
  parentPort?.on("message", (message: ToThread) => {
    if (message.kind === "run") return void run(message.id, message.module, message.work);
    void Promise.allSettled([sms.stop(), email.stop(), jobs.stop(), pool.end()]).then(() => process.exit());
  });
}

/** The scheduler's niceness; the threads that answer people have 0. */
const niceness = 10;

/** Linux knows the priority of one thread, other systems only the process's. */
function giveWay(log: Logger): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(niceness);
  } catch (error) {
    log.warn({ err: error }, "campaigns are sent at the priority of everything else");
  }
}

/** A queue that only enqueues: hardly any work does, and it has connections of its own. */
function startedWhenNeeded(create: () => Jobs): Pick<Jobs, "enqueue" | "stop"> {
  let starting: Promise<Jobs> | undefined;
  const start = async () => {
    const jobs = create();
    await jobs.start({ worker: false });
    return jobs;
  };
  return {
    async enqueue(transaction, job, requests) {
      starting ??= start();
      await (await starting).enqueue(transaction, job, requests);
    },
    stop: async () => (await starting)?.stop(),
  };
}

/** Errors of Postgres have members that can't be copied to another thread. */
function plainError(error: unknown): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(message), { name, stack });
}
