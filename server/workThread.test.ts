import { getPriority } from "node:os";
import { threadId } from "node:worker_threads";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ThreadWork } from "#core/server/threadWork.ts";
import { createRecordedEvents, type RecordedEvents } from "#testing/recordedEvents.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { beRefused, crash, enqueue, publishLater, publishNiceness, publishThread } from "#testing/threads/works.ts";
import { createWorkThread, type WorkThread } from "./workThread.ts";

let app: TestApp;
let events: RecordedEvents;
let logged: string[];
let thread: WorkThread;

beforeAll(async () => {
  app = await startTestApp();
  await app.dealership();
});
afterAll(() => app.close());
beforeEach(() => {
  [events, logged] = [createRecordedEvents(), []];
  thread = create();
});
afterEach(() => thread.stop());

function create(idleFor?: number): WorkThread {
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line).msg) });
  const entry = new URL("../testing/threads/entry.ts", import.meta.url);
  const data = { url: app.appUrl };
  return createWorkThread({ entry, data, realtime: events, log, ...(idleFor && { idleFor }) });
}

const works = new URL("../testing/threads/works.ts", import.meta.url);
const run = (work: ThreadWork) => thread.run(app.server, works, work);
const numbers = () => events.published.map(({ payload }) => (payload as { campaign_id: number }).campaign_id);

test("work runs in a thread of its own, and its events reach this one's browsers with their numbers", async () => {
  await run(publishThread);
  await run(publishThread);
  await vi.waitFor(() => expect(events.published).toHaveLength(2));
  const [first, second] = numbers();
  expect(first).toBe(second);
  expect(first).not.toBe(threadId);
  expect(events.published.map(({ room }) => room)).toEqual(["dealer:1:location:1", "dealer:1:location:1"]);
  expect(Number(events.published[1]?.mark?.seq)).toBe(Number(events.published[0]?.mark?.seq) + 1);
});

test.runIf(process.platform === "linux")("the thread gives way to those that answer people", async () => {
  const own = getPriority();
  await run(publishNiceness);
  await vi.waitFor(() => expect(numbers()).toEqual([10]));
  expect(getPriority()).toBe(own);
});

test("work may enqueue jobs", async () => {
  await run(enqueue);
  const { rows } = await app.pool.query("select count(*)::int as n from pgboss.job where name = 'threads.test'");
  expect(rows[0].n).toBe(1);
});

test("work that fails rejects in its own words, and the next one runs", async () => {
  await expect(run(beRefused)).rejects.toThrow("permission denied for table ticks");
  await run(publishThread);
});

test("a crash is logged, rejects what was being done, and the next work starts another thread", async () => {
  await run(publishThread);
  const lost = expect(run(publishLater)).rejects.toThrow();
  await expect(run(crash)).rejects.toThrow("Nobody caught this");
  await lost;
  expect(logged).toEqual(["a thread crashed"]);
  await run(publishThread);
  await vi.waitFor(() => expect(new Set(numbers()).size).toBe(2));
});

test("it ends when it has nothing to do, and starts again", async () => {
  thread = create(50);
  await run(publishThread);
  await vi.waitFor(
    async () => {
      await run(publishThread);
      expect(new Set(numbers()).size).toBeGreaterThan(1);
    },
    { timeout: 20_000, interval: 500 },
  );
});

test("stopping waits for what is being done", async () => {
  const running = run(publishLater);
  await thread.stop();
  await running;
  await vi.waitFor(() => expect(events.published).toHaveLength(1));
});
