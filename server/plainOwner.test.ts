import { randomBytes } from "node:crypto";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openPool } from "#core/server/postgres.ts";
import { createRateLimiter } from "#core/server/rateLimiter.ts";
import { createWithin, type Within } from "#core/server/within.ts";
import { createFakeClock } from "#ports/clock/fakeClock.ts";
import { databaseUrl, dropDatabase, freshDatabase } from "#testing/database.ts";
import { createManualJobs } from "#testing/manualJobs.ts";
import { createRecordedEvents } from "#testing/recordedEvents.ts";
import { prepareHostedDatabase } from "./prepareDatabase.ts";

/**
 * Hosted Postgres gives its customer a role that owns the database but is no superuser: row-level security binds it
 * too.
 */
const { url, prefix } = inject("testCluster");
const name = `${prefix}${process.pid}_plain`;
const role = `rooftop_plain_${process.pid}`;
const password = randomBytes(8).toString("hex");

let admin: pg.Client;
let pool: pg.Pool;
let within: Within;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create role ${role} login createrole password '${password}'`);
  await admin.query(`grant rooftop_app, rooftop_platform to ${role} with admin option`);
  await admin.query(`create database ${name} owner ${role}`);
  const address = new URL(databaseUrl(url, name));
  Object.assign(address, { username: role, password });
  await prepareHostedDatabase(address.href);
  pool = openPool(address.href, pino({ level: "silent" }));
  const clock = createFakeClock(new Date());
  within = createWithin({ pool, clock, jobs: createManualJobs(clock), realtime: createRecordedEvents() });
});

afterAll(async () => {
  await pool?.end();
  await dropDatabase(admin, name);
  await admin.query(`drop role ${role}`);
  await admin.end();
});

test("without the right to create roles, it says what to run first, and works once that was run", async () => {
  const limited = { name: `${name}_limited`, role: `${role}_limited` };
  await admin.query(`create role ${limited.role} login password '${password}'`);
  try {
    await admin.query(`create database ${limited.name} owner ${limited.role}`);
    const address = new URL(databaseUrl(url, limited.name));
    Object.assign(address, { username: limited.role, password });
    const refusal = await prepareHostedDatabase(address.href).catch((error: Error) => error);
    const script = String((refusal as Error).message).split("\n\n")[1] ?? "";
    expect(script).toContain(`grant rooftop_app, rooftop_platform to "${limited.role}" with admin option;`);
    await admin.query(script);
    expect((await prepareHostedDatabase(address.href)).length).toBeGreaterThan(100);
    expect(await prepareHostedDatabase(address.href)).toEqual([]);
  } finally {
    await dropDatabase(admin, limited.name);
    await admin.query(`drop role ${limited.role}`);
  }
});

test("a schema of a newer version is left alone", async () => {
  const newer = await freshDatabase();
  const owner = new pg.Client({ connectionString: newer.url });
  await owner.connect();
  try {
    await owner.query("insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', '2030-01-01')");
    await expect(prepareHostedDatabase(newer.url)).rejects.toThrow(
      "The database's schema is newer than this version of Rooftop: it has 9999_of_tomorrow.",
    );
    await owner.query("delete from kysely_migration where name = '9999_of_tomorrow'");
    await owner.query("update pgboss.version set version = version + 100");
    await expect(prepareHostedDatabase(newer.url)).rejects.toThrow("The job queue's schema is newer");
    await owner.query("update pgboss.version set version = version - 100");
    expect(await prepareHostedDatabase(newer.url)).toEqual([]);
  } finally {
    await owner.end();
    await newer.drop();
  }
});

test("it migrates, works on the platform's rows, and sees what a sign-in needs", async () => {
  await within.control("test", async ({ db }) => {
    const dealers = [5, 6].map((id) => ({ id, business_name: `Dealer ${id}` }));
    await db.insertInto("dealers").values(dealers).execute();
    await db
      .insertInto("locations")
      .values([
        { dealer_id: 5, title: "Five" },
        { dealer_id: 6, title: "Six" },
      ])
      .execute();
  });
  expect(await within.control.read("test", (db) => db.selectFrom("dealers").select("id").execute())).toHaveLength(2);
});

test("a dealer's scope sees that dealer's rows only", async () => {
  const seen = await within.business({ dealer_id: 5 }, "test", ({ db }) =>
    db.selectFrom("locations").select("title").execute(),
  );
  expect(seen).toEqual([{ title: "Five" }]);
});

test("rate limits count", async () => {
  const limits = createRateLimiter(pool);
  await limits.consume("test", "key", 1, 60);
  await expect(limits.consume("test", "key", 1, 60)).rejects.toMatchObject({ kind: "tooMany" });
  expect((await pool.query("select from rate_limits")).rowCount).toBe(1);
});
