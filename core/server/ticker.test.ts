import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { calls } from "#core/call.ts";
import { startTestServer, type TestServer } from "#testing/testServer.ts";
import { createTicker, takeTurn } from "./ticker.ts";

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
  const work = async () => {
    begin();
    await over;
  };
  return { work, begun, end };
}

const turn = (work: () => Promise<void>, seconds = 60) => takeTurn(app.server.within, { name: "test", seconds, work });

test("one of several processes does the work, and the next turn waits for its time", async () => {
  let done = 0;
  const work = async () => void done++;
  const { within } = app.server;
  const answers = await Promise.all(Array.from({ length: 5 }, () => turn(work)));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await turn(work)).toBe(false);
  await app.pool.query("update ticks set at = at - interval '59 seconds'");
  expect(await turn(work)).toBe(true);
  expect(await takeTurn(within, { name: "other", seconds: 60, work })).toBe(true);
  expect(done).toBe(3);
});

test("no process starts while another is working, however long that takes", async () => {
  const held = heldWork();
  const first = turn(held.work, 0);
  await held.begun;
  expect(await turn(async () => {}, 0)).toBe(false);
  held.end();
  expect(await first).toBe(true);
  expect(await turn(async () => {}, 0)).toBe(true);
});

test("a failure is logged and retried, and its turn isn't lost", async () => {
  const { within, log } = app.server;
  const ticker = createTicker({ within, log });
  let tries = 0;
  const { promise: again, resolve } = Promise.withResolvers<void>();
  ticker.every("failing", 0.01, async () => {
    tries += 1;
    if (tries === 1) throw new Error("the first try");
    resolve();
  });
  expect(tries).toBe(0);
  ticker.start();
  await again;
  await ticker.stop();
  expect(app.logged.filter((line) => line.includes("the first try") && line.includes("failing"))).toHaveLength(1);
});

test("stopping waits for running work, and nothing starts afterwards", async () => {
  const ticker = createTicker(app.server);
  const held = heldWork();
  let begun = 0;
  let ended = false;
  ticker.start();
  ticker.every("held", 0.001, async () => {
    begun += 1;
    await held.work();
  });
  await held.begun;
  const end = ticker.stop().then(() => {
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
