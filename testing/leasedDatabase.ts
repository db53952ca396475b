import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { pino } from "pino";
import { openPools, type Pools } from "#core/server/pools.ts";
import { openPool } from "#core/server/postgres.ts";
import { type FreshDatabase, freshDatabase } from "./database.ts";

/** An empty database with the app's connections, for one app of a test. */
export interface LeasedDatabase extends Omit<FreshDatabase, "drop"> {
  readonly pools: Pools;
  /** Connects as the database's owner. */
  readonly pool: pg.Pool;
  /** Empties the database for the next test file of this worker, or drops it when more than a few rows has changed. */
  release(): Promise<void>;
}

interface OpenDatabase extends FreshDatabase {
  readonly pools: Pools;
  readonly pool: pg.Pool;
  /** What must be as before for the database to serve again. */
  readonly shape: string;
}

const sizes = { people: 8, carriers: 3, jobs: 4, intervals: 10, events: 1, simulated: 3 };

/** Copying a database and filling the caches of new connections takes longer than deleting a test file's rows. */
let kept: OpenDatabase | undefined;

/** @param secret the app's. */
export async function leaseDatabase(secret: string): Promise<LeasedDatabase> {
  const database = kept ?? (await openDatabase(secret));
  kept = undefined;
  const { url, appUrl, pools, pool } = database;
  return { url, appUrl, pools, pool, release: () => release(database) };
}

async function openDatabase(secret: string): Promise<OpenDatabase> {
  const database = await freshDatabase();
  const log = pino({ level: "silent" });
  const pools = openPools(database.appUrl, log, secret, sizes);
  const pool = openPool(database.url, log, 4);
  await pool.query(keepSeedRows);
  return { ...database, pools, pool, shape: await shapeOf(pool) };
}

async function release(database: OpenDatabase): Promise<void> {
  const { pools, pool, shape } = database;
  if (!kept && (await areIdle(pools, pool)) && (await shapeOf(pool)) === shape) {
    await pool.query(restoreSeedRows);
    await forgetPlans(pools, pool);
    kept = database;
    return;
  }
  await Promise.all([pools.end(), pool.end()]);
  await database.drop();
}

function poolsOf({ end: _, ...ofApp }: Pools, pool: pg.Pool): pg.Pool[] {
  return [...Object.values(ofApp), pool];
}

/** Plans made for empty tables, those of foreign keys among them, would scan the next file's tens of thousands of rows. */
async function forgetPlans(pools: Pools, pool: pg.Pool): Promise<void> {
  for (const one of poolsOf(pools, pool)) {
    const clients = await Promise.all(Array.from({ length: one.totalCount }, () => one.connect()));
    await Promise.all(clients.map((client) => client.query("discard plans")));
    for (const client of clients) client.release();
  }
}

/** Whether every connection has been given back, after a moment. */
async function areIdle(pools: Pools, pool: pg.Pool): Promise<boolean> {
  const all = poolsOf(pools, pool);
  const idle = () => all.every((one) => !one.ending && one.idleCount === one.totalCount && one.waitingCount === 0);
  for (const deadline = Date.now() + 1_000; !idle() && Date.now() < deadline; ) await sleep(5);
  return idle();
}

/** The catalog, whether anybody counted a table's rows, and the size in steps of 16 MB. */
async function shapeOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query(`select
    (select (count(*), max(oid))::text from pg_class) as relations, (select count(*) from pg_attribute) as columns,
    (select count(*) from pg_trigger) as triggers, (select count(*) from pg_proc) as functions,
    (select count(*) from pg_constraint) as constraints, (select count(*) from pg_policy) as policies,
    (select count(*) from pg_db_role_setting) as settings,
    (select count(last_analyze) from pg_stat_user_tables) as analyzed,
    pg_database_size(current_database()) / 16777216 as size`);
  return JSON.stringify(rows);
}

/** The rows that the migrations have made. */
const keepSeedRows = `do $$ declare name text; is_filled bool; begin
  create schema seed;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('select exists (select from public.%I)', name) into is_filled;
    if is_filled then execute format('create table seed.%I as table public.%I', name, name); end if;
  end loop;
end $$`;

const restoreSeedRows = `do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('delete from public.%I', name);
  end loop;
  for name in select tablename from pg_tables where schemaname = 'seed' loop
    execute format('insert into public.%I overriding system value table seed.%I', name, name);
  end loop;
end $$`;
