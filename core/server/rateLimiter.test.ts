import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Failure } from "#core/failure.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { openPool } from "./postgres.ts";
import { createRateLimiter } from "./rateLimiter.ts";

let database: FreshDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, pino({ level: "silent" }), 4);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function outcomes(uses: Promise<void>[]): Promise<string> {
  const settled = await Promise.allSettled(uses);
  return settled.map(({ status }) => (status === "fulfilled" ? "." : "x")).join("");
}

test("the allowed uses pass, the next is refused, other keys are unaffected", async () => {
  const limits = createRateLimiter(pool);
  const use = (key: string) => limits.consume("login", key, 3, 60);
  expect(await outcomes([use("ana"), use("ana"), use("ana")])).toBe("...");
  const refusal = await use("ana").catch((thrown) => thrown);
  expect(refusal).toBeInstanceOf(Failure);
  expect(refusal).toMatchObject({ kind: "tooMany" });
  expect(refusal.retryAfter).toBeGreaterThan(50);
  expect(refusal.retryAfter).toBeLessThanOrEqual(60);
  await use("bob");
  await limits.consume("codes", "ana", 3, 60);
});

test("twenty concurrent uses are counted across all nodes", async () => {
  const nodes = [createRateLimiter(pool), createRateLimiter(pool)];
  const uses = Array.from({ length: 20 }, (_, at) =>
    (nodes[at % 2] as (typeof nodes)[0]).consume("many", "ana", 5, 60),
  );
  expect([...(await outcomes(uses))].filter((one) => one === ".")).toHaveLength(5);
});

test("a success resets the count on every node", async () => {
  const [one, other] = [createRateLimiter(pool), createRateLimiter(pool)];
  for (let at = 0; at < 3; at++) await one.consume("right", "ana", 3, 60);
  await expect(one.consume("right", "ana", 3, 60)).rejects.toThrow(Failure);
  await expect(other.consume("right", "ana", 3, 60)).rejects.toThrow(Failure);
  await other.reset("right", "ana");
  await expect(one.consume("right", "ana", 3, 60)).resolves.toBeUndefined();
  await expect(other.consume("right", "ana", 3, 60)).resolves.toBeUndefined();
});

test("a success resets the count even in a process that has counted nothing yet", async () => {
  const one = createRateLimiter(pool);
  await one.consume("fresh", "ana", 1, 60);
  await expect(one.consume("fresh", "ana", 1, 60)).rejects.toThrow(Failure);
  const begun = createRateLimiter(pool);
  await begun.reset("fresh", "ana");
  await begun.reset("fresh", "nobody");
  await expect(one.consume("fresh", "ana", 1, 60)).resolves.toBeUndefined();
  await expect(begun.consume("fresh", "ana", 1, 60)).rejects.toThrow(Failure);
});

test("a key is allowed again after its time", async () => {
  const limits = createRateLimiter(pool);
  await limits.consume("short", "ana", 1, 60);
  await expect(limits.consume("short", "ana", 1, 60)).rejects.toThrow(Failure);
  await pool.query("update rate_limits set expire = expire - 60000 where key = 'short:ana'");
  await expect(createRateLimiter(pool).consume("short", "ana", 1, 60)).resolves.toBeUndefined();
});

test("keys of any form are counted separately", async () => {
  const limits = createRateLimiter(pool);
  const keys = ["a:b", "a", "'; drop table rate_limits; --", "ü@example.com", "x".repeat(254)];
  for (const key of keys) await limits.consume("odd", key, 1, 60);
  for (const key of keys) await expect(limits.consume("odd", key, 1, 60)).rejects.toThrow(Failure);
});

test("while the database is unavailable, the process counts in memory", async () => {
  const away = new pg.Pool({ connectionString: "postgres://nobody@127.0.0.1:1/none", connectionTimeoutMillis: 200 });
  const limits = createRateLimiter(away);
  for (let at = 0; at < 2; at++) await limits.consume("login", "ana", 2, 60);
  await expect(limits.consume("login", "ana", 2, 60)).rejects.toThrow(Failure);
  await away.end();
});

test("a database that goes away in between gives nobody a second round", async () => {
  let isAway = false;
  const failing = Object.create(pool, {
    query: {
      value: (...query: Parameters<pg.Pool["query"]>) =>
        isAway ? Promise.reject(new Error("timeout exceeded when trying to connect")) : pool.query(...query),
    },
  }) as pg.Pool;
  const limits = createRateLimiter(failing);
  const use = () => limits.consume("away", "ana", 5, 60);
  expect(await outcomes([use(), use(), use()])).toBe("...");
  isAway = true;
  expect(await outcomes([use(), use(), use(), use()])).toBe("..xx");
  await limits.reset("away", "ana");
  expect(await outcomes([use()])).toBe(".");
});
