import type pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFakeClock } from "#ports/clock/fakeClock.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { createManualJobs } from "#testing/manualJobs.ts";
import { createRecordedEvents } from "#testing/recordedEvents.ts";
import { takeRefusals, withConnectionsOfItsOwn } from "./heldConnection.ts";
import { openPool } from "./postgres.ts";
import { createRateLimiter, type RateLimiter } from "./rateLimiter.ts";
import { createWithin, type Within } from "./within.ts";

let database: FreshDatabase;
let pool: pg.Pool;
let other: pg.Pool;
let within: Within;
let limits: RateLimiter;
beforeAll(async () => {
  database = await freshDatabase();
  const log = pino({ level: "silent" });
  [pool, other] = [openPool(database.url, log, 2), openPool(database.url, log, 2)];
  const clock = createFakeClock(new Date());
  within = createWithin({ pool, clock, jobs: createManualJobs(clock), realtime: createRecordedEvents() });
  limits = createRateLimiter(pool);
});
afterAll(async () => {
  await Promise.all([pool.end(), other.end()]);
  await database.drop();
});

const uses: Record<string, () => Promise<unknown>> = {
  "another unit": () => within.control("test", async () => {}),
  "a business's unit": () => within.business({ dealer_id: 1 }, "test", async () => {}),
  "a lookup": () => within.control.read("test", (db) => db.selectFrom("dealers").select("id").execute()),
  "work in a dealer's database": () => within.cellOf({ dealer_id: 1 }, "test", async () => {}),
  "a sweep": () => within.eachCell("test", async () => {}),
  "a limit": () => limits.consume("test", "key", 100, 60),
  "the end of a limit": () => limits.reset("test", "key"),
  "a statement": () => pool.query("select 1"),
  "a connection": async () => (await pool.connect()).release(),
  "a statement of another pool": () => other.query("select 1"),
};

describe.each(Object.entries(uses))("%s", (_what, use) => {
  test("is refused inside a unit of work, also when that is caught and however deep it is", async () => {
    const nested = within.control("test", async () => {
      await Promise.all([use().catch(() => undefined), Promise.resolve().then(() => use().catch(() => undefined))]);
      await use();
    });
    await expect(nested).rejects.toThrow("do it before or after the unit of work");
    expect(takeRefusals()).toHaveLength(3);
  });

  test("works before and after, and in what a unit of work leaves behind", async () => {
    await use();
    let later: Promise<unknown> | undefined;
    await within.control("test", async ({ afterCommit }) => {
      afterCommit(() => {
        later = use();
      });
    });
    await later;
    await use();
  });

  test("works where connections of its own are there for it", async () => {
    await within.control("test", () => withConnectionsOfItsOwn(use));
  });
});

test("a statement that takes a callback gets the refusal there", async () => {
  await within.control("test", async () => {
    const error = await new Promise((resolve) => {
      pool.query("select 1", (refusal) => resolve(refusal));
    });
    expect(String(error)).toContain("while this work holds one");
  });
  expect(takeRefusals()).toHaveLength(1);
});
