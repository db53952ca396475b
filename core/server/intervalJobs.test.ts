import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { calls } from "#core/call.ts";
import { createSignals } from "#ports/signals/postgres.ts";
import { startTestServer, type TestServer } from "#testing/testServer.ts";
import { createIntervalJobs, type IntervalJobs, type NextRun, runUnlessTaken } from "./intervalJobs.ts";

let app: TestServer;
beforeAll(async () => {
  app = await startTestServer(calls("none", {}), {});
});
afterAll(() => app?.close());
beforeEach(() => app.pool.query("delete from ticks"));

/** Work that a test completes by hand; `begun` resolves once it is running. */
function heldWork() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const work = async (): Promise<NextRun> => {
    begin();
    await over;
    return "soon";
  };
  return { work, begun, end };
}

const job = (work: () => Promise<NextRun>, seconds = 60) =>
  runUnlessTaken(app.server.within, { name: "test", seconds, work });
const newIntervalJobs = () => createIntervalJobs({ ...app.server, clock: app.server.ports.clock });

/** Work that counts its runs and says when the next one is due. */
function counted(next: (runs: number) => NextRun) {
  const counter = { runs: 0 };
  const work = async () => {
    counter.runs += 1;
    return next(counter.runs);
  };
  return { counter, work };
}

test("one of several processes does the work, and the next job waits for its time", async () => {
  const { counter, work } = counted(() => "at rest");
  const { within } = app.server;
  const answers = await Promise.all(Array.from({ length: 5 }, () => job(work)));
  expect(answers.filter((answer) => answer !== "taken")).toEqual(["at rest"]);
  expect(await job(work)).toBe("taken");
  await app.pool.query("update ticks set at = at - interval '59 seconds'");
  expect(await job(work)).toBe("at rest");
  expect(await runUnlessTaken(within, { name: "other", seconds: 60, work })).toBe("at rest");
  expect(counter.runs).toBe(3);
});

test("no process starts while another is working, however long that takes", async () => {
  const held = heldWork();
  const first = job(held.work, 0);
  await held.begun;
  expect(await job(async () => "soon", 0)).toBe("taken");
  held.end();
  expect(await first).toBe("soon");
  expect(await job(async () => "at rest", 0)).toBe("at rest");
});

test("a failure is logged and retried, and its job isn't lost", async () => {
  const intervalJobs = newIntervalJobs();
  let tries = 0;
  const { promise: again, resolve } = Promise.withResolvers<void>();
  const work = async () => {
    tries += 1;
    if (tries === 1) throw new Error("the first try");
    resolve();
    return "at rest" as const;
  };
  intervalJobs.add({ name: "failing", seconds: 0.01, work });
  expect(tries).toBe(0);
  intervalJobs.start();
  await again;
  await intervalJobs.stop();
  expect(app.logged.filter((line) => line.includes("the first try") && line.includes("failing"))).toHaveLength(1);
});

test("stopping waits for running work, and nothing starts afterwards", async () => {
  const intervalJobs = newIntervalJobs();
  const held = heldWork();
  let begun = 0;
  let ended = false;
  intervalJobs.start();
  const work = async () => {
    begun += 1;
    return held.work();
  };
  intervalJobs.add({ name: "held", seconds: 0.001, work });
  await held.begun;
  const end = intervalJobs.stop().then(() => {
    ended = true;
  });
  await app.pool.query("select 1");
  expect(ended).toBe(false);
  held.end();
  await end;
  await app.pool.query("update ticks set at = '-infinity'");
  expect(begun).toBe(1);
  const { rows } = await app.pool.query("select pg_sleep(0.02), at = '-infinity' as untouched from ticks");
  expect(rows[0].untouched).toBe(true);
});

test("work goes on while it says so, comes again at the instant that it names, and then rests", async () => {
  const { ports } = app.server;
  const in50ms = () => new Date(ports.clock.now().getTime() + 50);
  const { counter, work } = counted((runs) => (runs < 3 ? "soon" : runs < 5 ? in50ms() : "at rest"));
  const intervalJobs = newIntervalJobs();
  intervalJobs.add({ name: "busy", seconds: 0.01, work });
  intervalJobs.start();
  await vi.waitFor(() => expect(counter.runs).toBe(5));
  // Ten times as long as between two runs.
  await app.pool.query("select pg_sleep(0.1)");
  await intervalJobs.stop();
  expect(counter.runs).toBe(5);
});

test("a change that another process commits ends the rest of the work that it concerns, and of no other", async () => {
  const { connectionParameters } = await app.pool.connect().then((client) => {
    client.release();
    return client as unknown as { connectionParameters: pg.ClientConfig };
  });
  const { host, port, user, password, database } = connectionParameters;
  const url = new URL(`postgres://127.0.0.1:${port}/${database}`);
  Object.assign(url, { username: user, password: String(password) });
  if (host?.startsWith("/")) url.searchParams.set("host", host);
  const signals = createSignals({ url: url.href, log: app.server.log });
  await signals.start();
  const [concerned, other] = [counted(() => "at rest"), counted(() => "at rest")];
  const nodes: IntervalJobs[] = [1, 2].map(() =>
    createIntervalJobs({ ...app.server, clock: app.server.ports.clock, signals }),
  );
  for (const node of nodes) {
    node.add({ name: "concerned", seconds: 0.01, wokenBy: "campaigns", work: concerned.work });
    node.add({ name: "other", seconds: 0.01, wokenBy: "alerts", work: other.work });
    node.start();
  }
  await vi.waitFor(() => expect(Math.min(concerned.counter.runs, other.counter.runs)).toBeGreaterThan(1));
  const before = other.counter.runs;
  const changes = 20;
  for (let count = 0; count < changes; count++) {
    const { runs } = concerned.counter;
    await app.pool.query("update campaigns set title = title");
    await vi.waitFor(() => expect(concerned.counter.runs).toBeGreaterThan(runs));
  }
  // A node may still take its first job meanwhile.
  expect(other.counter.runs - before).toBeLessThan(changes / 4);
  await Promise.all(nodes.map((node) => node.stop()));
  await signals.stop();
});
