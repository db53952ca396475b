import pg from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "./database.ts";

test("each copy is migrated and isolated", async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()]);
  await run(one.url, "create table mine (n int)");
  expect(await run(one.url, "select to_regclass('mine') is not null as found")).toEqual([{ found: true }]);
  expect(await run(two.url, "select to_regclass('mine') is not null as found")).toEqual([{ found: false }]);
  const migrated = "select to_regclass('customers') is not null as ours, to_regclass('pgboss.job') is not null as jobs";
  expect(await run(two.url, migrated)).toEqual([{ ours: true, jobs: true }]);
  await one.drop();
  await expect(run(one.url, "select 1")).rejects.toThrow("does not exist");
  await two.drop();
});

async function run(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
