import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { type Job, job } from "#core/job.ts";
import { freshDatabase } from "#testing/database.ts";
import { openProxyTo } from "#testing/interruptibleProxy.ts";
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

test("of several nodes one enqueues what a schedule names, and another start in its minute is in time", async () => {
  const greet = testJob();
  const done: number[] = [];
  for (let count = 0; count < 3; count++) {
    const jobs = await worker();
    await jobs.work(greet, async ({ id }) => void done.push(id));
    await jobs.schedule(greet, "* * * * *", { id: count });
  }
  await vi.waitFor(() => expect(done).toHaveLength(1), 5_000);
  const { rows } = await pool.query("select count(*)::int as jobs from pgboss.job where name = $1", [greet.name]);
  expect(rows).toEqual([{ jobs: 1 }]);
});

test("jobs that one node delays begin on another when they are due, the later request before the earlier", async () => {
  const greet = testJob();
  const done: { id: number; at: number }[] = [];
  const [enqueuing, working] = [node([greet]), await worker()];
  await enqueuing.start({ worker: false });
  await working.work(greet, async ({ id }) => void done.push({ id, at: Date.now() }));
  const began = Date.now();
  for (const seconds of [600, 3, 1]) {
    await inTransaction("rooftop_app", (sql) =>
      enqueuing.enqueue(sql, greet, [{ data: { id: seconds }, options: { delaySeconds: seconds } }]),
    );
  }
  await vi.waitFor(() => expect(done).toHaveLength(2), 8_000);
  expect(done.map(({ id }) => id)).toEqual([1, 3]);
  for (const { id, at } of done) {
    expect(at - began).toBeGreaterThanOrEqual(1_000 * id - 50);
    expect(at - began).toBeLessThan(1_000 * id + 5_000);
  }
});

test("a job that was enqueued while nobody listened begins once somebody does", async () => {
  const { hostname, port } = new URL(database.url);
  const proxy = await openProxyTo(hostname, Number(port));
  const through = new URL(database.url);
  [through.port, through.search] = [String(proxy.port), ""];
  const jobs = node([], through.href);
  await jobs.start({ worker: true });
  const greet = testJob();
  const done: number[] = [];
  await jobs.work(greet, async ({ id }) => void done.push(id));
  const run = (id: number) => inTransaction("rooftop_app", (sql) => jobs.enqueue(sql, greet, [{ data: { id } }]));
  await run(1);
  await vi.waitFor(() => expect(done).toEqual([1]), 8_000);
  proxy.interrupt();
  await run(2);
  proxy.restore();
  await vi.waitFor(() => expect(done).toEqual([1, 2]), 8_000);
  await proxy.close();
});

test("the jobs of a node that died are taken up by another", async () => {
  const greet = testJob({ expires: 10 });
  const died = node([greet]);
  await died.start({ worker: false });
  await inTransaction("rooftop_app", (sql) => died.enqueue(sql, greet, [{ data: { id: 1 } }]));
  await pool.query(
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 hour'
     where name = $1`,
    [greet.name],
  );
  const living = await worker();
  const taken = Promise.withResolvers<number>();
  await living.work(greet, async ({ id }) => taken.resolve(id));
  expect(await taken.promise).toBe(1);
});
