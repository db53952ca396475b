import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { type Job, job } from "#core/job.ts";
import { freshDatabase } from "#testing/database.ts";
import { createSignals } from "../signals/postgres.ts";
import type { Signals } from "../signals/signals.ts";
import type { Jobs, TransactionSql } from "./jobs.ts";
import { createJobs } from "./pgboss.ts";

let database: Awaited<ReturnType<typeof freshDatabase>>;
let pool: pg.Pool;
let started: (Jobs | Signals)[];
let logged: { msg: string; job?: string }[];
let names = 0;

const log = pino({ level: "info" }, { write: (line: string) => void logged.push(JSON.parse(line)) });

beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  [started, logged] = [[], []];
});
afterEach(async () => {
  await Promise.all(started.map((one) => one.stop()));
});

function node(known: Job[] = [], heardAt = database.url): Jobs {
  const signals = createSignals({ url: heardAt, log });
  void signals.start();
  const jobs = createJobs({ url: database.url, log, signals, knownJobs: known });
  started.push(jobs, signals);
  return jobs;
}

async function worker(): Promise<Jobs> {
  const jobs = node();
  await jobs.start({ worker: true });
  return jobs;
}

/** A separate queue for each test. */
const testJob = (settings: Parameters<typeof job>[2] = {}) =>
  job(`test.job-${++names}`, z.object({ id: z.number() }), settings);

/** Runs work in a transaction as the application does: as a role that owns nothing. */
async function inTransaction(role: string, work: (sql: TransactionSql) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local role ${role}; set local app.dealer_id = '1'`);
    await work({ executeSql: (text, values) => client.query(text, values) });
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

describe("pg-boss", () => {
  test.each(["rooftop_app", "rooftop_platform"])(
    "%s: a job runs soon after its transaction commits, with its data",
    async (role) => {
      const jobs = await worker();
      const greet = testJob();
      const done: [number, number][] = [];
      await jobs.work(greet, async ({ id }) => void done.push([id, Date.now()]));
      let committed = 0;
      await inTransaction(role, async (sql) => {
        await jobs.enqueue(sql, greet, [{ data: { id: 7 } }]);
        committed = Date.now();
      });
      await vi.waitFor(() => expect(done).toHaveLength(1), { timeout: 5_000, interval: 5 });
      expect(done[0]?.[0]).toBe(7);
      // Proves the notification: looks are half a minute apart.
      expect(Number(done[0]?.[1]) - committed).toBeLessThan(700);
    },
  );

  test("a rolled-back transaction leaves no job", async () => {
    const jobs = await worker();
    const greet = testJob();
    const done: number[] = [];
    await jobs.work(greet, async ({ id }) => void done.push(id));
    const undone = inTransaction("rooftop_app", async (sql) => {
      await jobs.enqueue(sql, greet, [{ data: { id: 1 } }]);
      throw new Error("no");
    });
    await expect(undone).rejects.toThrow("no");
    await inTransaction("rooftop_app", (sql) => jobs.enqueue(sql, greet, [{ data: { id: 2 } }]));
    await vi.waitFor(() => expect(done).toEqual([2]), 5_000);
  });

  test("a dedupe key keeps one waiting job; jobs without a key are independent", async () => {
    const jobs = await worker();
    const greet = testJob({ concurrency: 1 });
    await inTransaction("rooftop_app", async (sql) => {
      for (const onlyOnce of ["a", "a", "b"])
        await jobs.enqueue(sql, greet, [{ data: { id: 1 }, options: { dedupeKey: onlyOnce } }]);
      await jobs.enqueue(sql, greet, [{ data: { id: 2 } }]);
      await jobs.enqueue(sql, greet, [{ data: { id: 2 } }]);
    });
    const done: number[] = [];
    await jobs.work(greet, async ({ id }) => void done.push(id));
    await vi.waitFor(() => expect(done.toSorted()).toEqual([1, 1, 2, 2]), 5_000);
    await inTransaction("rooftop_app", (sql) =>
      jobs.enqueue(sql, greet, [{ data: { id: 3 }, options: { dedupeKey: "a" } }]),
    );
    await vi.waitFor(() => expect(done).toHaveLength(5), 5_000);
  });

  test("a backlog is processed without pauses", async () => {
    const jobs = await worker();
    const greet = testJob({ concurrency: 2 });
    await inTransaction("rooftop_app", async (sql) => {
      for (let id = 0; id < 100; id++) await jobs.enqueue(sql, greet, [{ data: { id } }]);
    });
    const done = new Set<number>();
    await jobs.work(greet, async ({ id }) => void done.add(id));
    await vi.waitFor(() => expect(done.size).toBe(100), 8_000);
  });

  test("a job can wait", async () => {
    const jobs = await worker();
    const greet = testJob();
    const done: number[] = [];
    await jobs.work(greet, async () => void done.push(Date.now()));
    const began = Date.now();
    await inTransaction("rooftop_app", (sql) =>
      jobs.enqueue(sql, greet, [{ data: { id: 1 }, options: { delaySeconds: 1 } }]),
    );
    await vi.waitFor(() => expect(done).toHaveLength(1), 8_000);
    expect(Number(done[0]) - began).toBeGreaterThanOrEqual(950);
  });

  test("a failed job is retried, and its final failure is logged", async () => {
    const jobs = await worker();
    const greet = testJob({ retries: 1, retryDelay: 1 });
    let tries = 0;
    await jobs.work(greet, async () => {
      tries++;
      throw new Error("not today");
    });
    await inTransaction("rooftop_app", (sql) => jobs.enqueue(sql, greet, [{ data: { id: 1 } }]));
    const finalFailures = () => logged.filter(({ msg }) => msg === "a job failed for the last time");
    await vi.waitFor(() => expect(finalFailures()).toMatchObject([{ job: greet.name, tries: 2 }]), 12_000);
    expect(tries).toBe(2);
  });

  test("invalid data fails the job before its handler runs", async () => {
    const jobs = await worker();
    const greet = testJob({ retries: 0 });
    const older = { ...greet, data: z.object({ id: z.string() }) };
    const handler = vi.fn();
    await jobs.work(greet, handler);
    await inTransaction("rooftop_app", (sql) => jobs.enqueue(sql, older, [{ data: { id: "seven" } }]));
    await vi.waitFor(
      () => expect(logged.some(({ msg }) => msg === "a job failed for the last time")).toBe(true),
      5_000,
    );
    expect(handler).not.toHaveBeenCalled();
  });

  test("runs no more jobs at once than its concurrency", async () => {
    const jobs = await worker();
    const greet = testJob({ concurrency: 3 });
    const ends: (() => void)[] = [];
    await jobs.work(greet, () => new Promise((resolve) => ends.push(resolve)));
    await inTransaction("rooftop_app", async (sql) => {
      for (let id = 0; id < 5; id++) await jobs.enqueue(sql, greet, [{ data: { id } }]);
    });
    await vi.waitFor(() => expect(ends).toHaveLength(3), 8_000);
    for (const end of ends.splice(0)) end();
    await vi.waitFor(() => expect(ends).toHaveLength(2), 8_000);
    for (const end of ends) end();
  });

  test("a worker runs a batch concurrently, and retries only the job that failed", async () => {
    const jobs = await worker();
    const greet = testJob({ concurrency: 1, batch: 10, retries: 1, retryDelay: 1 });
    await inTransaction("rooftop_app", (sql) =>
      jobs.enqueue(
        sql,
        greet,
        Array.from({ length: 6 }, (_, id) => ({ data: { id } })),
      ),
    );
    const startedIds = new Set<number>();
    const tries: number[] = [];
    let release = () => {};
    const allStarted = new Promise<void>((resolve) => {
      release = resolve;
    });
    await jobs.work(greet, async ({ id }) => {
      startedIds.add(id);
      tries.push(id);
      if (startedIds.size === 6) release();
      await allStarted;
      if (id === 3) throw new Error("not today");
    });
    await vi.waitFor(() => expect(tries.toSorted()).toEqual([0, 1, 2, 3, 3, 4, 5]), 12_000);
  });

  test("work registered before the start begins with it; a non-worker node runs no jobs", async () => {
    const greet = testJob();
    const [serving, working] = [node([greet]), node([greet])];
    const doneBy: string[] = [];
    await serving.work(greet, async () => void doneBy.push("serving"));
    await working.work(greet, async () => void doneBy.push("working"));
    await Promise.all([serving.start({ worker: false }), working.start({ worker: true })]);
    await inTransaction("rooftop_app", (sql) => serving.enqueue(sql, greet, [{ data: { id: 1 } }]));
    await vi.waitFor(() => expect(doneBy).toEqual(["working"]), 5_000);
  });

  test("stopping waits for a running job", async () => {
    const jobs = await worker();
    const greet = testJob();
    let hasEnded = false;
    let end = () => {};
    const began = new Promise<void>((resolve) => {
      void jobs.work(greet, async () => {
        resolve();
        await new Promise<void>((finish) => {
          end = finish;
        });
        hasEnded = true;
      });
    });
    await inTransaction("rooftop_app", (sql) => jobs.enqueue(sql, greet, [{ data: { id: 1 } }]));
    await began;
    const stopped = jobs.stop();
    end();
    await stopped;
    expect(hasEnded).toBe(true);
    started = [];
  });

  test("reconnects after broken connections and keeps processing jobs", async () => {
    const jobs = await worker();
    const greet = testJob();
    const done: number[] = [];
    await jobs.work(greet, async ({ id }) => void done.push(id));
    await inTransaction("rooftop_app", (sql) => jobs.enqueue(sql, greet, [{ data: { id: 3 } }]));
    await vi.waitFor(() => expect(done).toEqual([3]), 10_000);
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'rooftop %' and datname = current_database()",
    );
    await inTransaction("rooftop_app", (sql) => jobs.enqueue(sql, greet, [{ data: { id: 4 } }]));
    await vi.waitFor(() => expect(done).toEqual([3, 4]), 10_000);
  });

  test("the application's roles can't read queued jobs", async () => {
    await worker();
    await expect(
      inTransaction("rooftop_app", async (sql) => void (await sql.executeSql("select data from pgboss.job_common"))),
    ).rejects.toThrow("permission denied");
  });
});
