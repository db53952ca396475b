import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { assumeStatistics, excludeLedgerKeysFromAnalyze } from "./assumedStatistics.ts";

let database: FreshDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

/** Postgres before 18, which tests may run on. */
const isOld = async () => Number((await owner.query("show server_version_num")).rows[0].server_version_num) < 180_000;

const planOf = async (statement: string) => {
  const { rows } = await owner.query<Record<"QUERY PLAN", string>>(`explain ${statement}`);
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
};

test("among thousands that were never analyzed, customers are found by their phones and ids", async ({ skip }) => {
  if (await isOld()) return skip();
  await owner.query("set session_replication_role = replica");
  await owner.query(
    `insert into customers (dealer_id, location_id, first_name, last_name, phone)
     select 1, 1, 'Ann', 'Lee', '+1' || (2000000000 + n) from generate_series(1, 5000) n`,
  );
  const place = "dealer_id = 1 and location_id = 1";
  const byPhone = `select id from customers where ${place} and phone = '+12000000001' and deleted_at is null limit 1`;
  expect(await planOf(byPhone)).toContain("customers_live_phone");
  const ids = Array.from({ length: 50 }, (_, place) => place);
  expect(await planOf(`select phone from customers where ${place} and id = any('{${ids}}')`)).toContain(
    "customers_pkey",
  );
});

/** What Postgres believes of a column. */
const believed = async (table: string, column: string) => {
  const stats = "select n_distinct from pg_stats where schemaname = 'public' and tablename = $1 and attname = $2";
  return (await owner.query(stats, [table, column])).rows[0]?.n_distinct;
};

test("what ANALYZE found stays, but it never counts whose campaigns are in the ledger", async ({ skip }) => {
  if (await isOld()) return skip();
  await owner.query("set session_replication_role = replica");
  await owner.query(
    "insert into customer_lists (dealer_id, location_id, title) select n, n, 'Hot' from generate_series(1, 50) n",
  );
  await owner.query(
    `insert into campaign_recipients
       (dealer_id, campaign_id, n, location_id, customer_id, address, zones, states, due_at, state, created_at)
     select 1, 1, n, 1, n, '', 'America/New_York', 'NY', now(), 'pending', now() from generate_series(1, 100) n`,
  );
  await owner.query("analyze customer_lists, campaign_recipients");
  expect(await assumeStatistics(owner)).toBe(true);
  expect(await believed("customer_lists", "dealer_id")).toBe(-1);
  expect(await believed("campaign_recipients", "address")).toBe(1);
  expect(await believed("campaign_recipients", "campaign_id")).toBe(10);
});

test("a database that counted whose campaigns are in the ledger forgets it", async ({ skip }) => {
  if (await isOld()) return skip();
  await owner.query("alter table campaign_recipients alter campaign_id set statistics 100");
  await owner.query("analyze campaign_recipients");
  expect(await believed("campaign_recipients", "campaign_id")).toBe(1);
  await excludeLedgerKeysFromAnalyze(owner);
  expect(await believed("campaign_recipients", "campaign_id")).toBe(10);
  const frequent =
    "select most_common_vals from pg_stats where tablename = 'campaign_recipients' and attname = 'campaign_id'";
  expect((await owner.query(frequent)).rows).toEqual([{ most_common_vals: null }]);
});
