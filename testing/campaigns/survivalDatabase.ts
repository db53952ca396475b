import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { createWithin } from "#core/server/within.ts";
import { clusterPaths } from "#database/embedded/cluster.ts";
import { startEmbedded } from "#database/embedded.ts";
import { systemClock } from "#ports/clock/system.ts";
import { prepareDatabase } from "#server/prepareDatabase.ts";
import { addDealership, type Dealership } from "../dealership.ts";
import { createManualJobs } from "../manualJobs.ts";
import { createRecordedEvents } from "../recordedEvents.ts";

/** A Postgres of its own, because others can't be restarted, with a business and people to text. */
export interface SurvivalDatabase {
  readonly appUrl: string;
  readonly pool: pg.Pool;
  readonly dealer: Dealership;
  readonly list_id: number;
  /** Ends the server like a crash; it starts again by itself, and recovers. */
  crash(): void;
  close(): Promise<void>;
}

/** @param people of one list: their phones are in Albany, from +1 518 200 0000 on. */
export async function openSurvivalDatabase(parent: string, people: number): Promise<SurvivalDatabase> {
  const dataDir = await mkdtemp(join(parent, "rooftop-survival-"));
  const log = pino({ level: "silent" });
  const server = await startEmbedded({ dataDir, log: () => undefined, settings: { max_connections: "120" } });
  const { appUrl } = await prepareDatabase(server.url);
  const pool = new pg.Pool({ connectionString: server.url, max: 3 });
  pool.on("error", () => undefined);
  const ports = { clock: systemClock, jobs: createManualJobs(systemClock), realtime: createRecordedEvents() };
  const owner = new pg.Pool({ connectionString: server.url, max: 1 });
  const dealer = await createWithin({ pool: owner, ...ports, log }).control("survival", addDealership);
  await owner.end();
  const list_id = await addPeople(pool, dealer, people);
  return {
    appUrl,
    pool,
    dealer,
    list_id,
    crash() {
      const pidFile = join(clusterPaths(dataDir).folder, "postmaster.pid");
      process.kill(Number(readFileSync(pidFile, "utf8").split("\n")[0]), "SIGQUIT");
    },
    async close() {
      await pool.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function addPeople(pool: pg.Pool, { dealer_id, location_id }: Dealership, people: number): Promise<number> {
  await pool.query("update locations set time_zone = 'America/New_York' where dealer_id = $1", [dealer_id]);
  await pool.query("insert into quota_limits (dealer_id, texts) values ($1, 10000000)", [dealer_id]);
  await pool.query(
    `insert into customers (dealer_id, location_id, first_name, last_name, email, phone)
     select $1, $2, 'Cara', 'No ' || n, '', '+1518' || (2000000 + n) from generate_series(1, $3::int) n`,
    [dealer_id, location_id, people],
  );
  const list =
    "insert into customer_lists (dealer_id, location_id, title) values ($1, $2, 'Everyone') returning id::float8";
  const list_id = (await pool.query(list, [dealer_id, location_id])).rows[0].id;
  await pool.query(
    `insert into list_members (dealer_id, location_id, list_id, customer_id)
     select dealer_id, location_id, $2, id from customers where dealer_id = $1`,
    [dealer_id, list_id],
  );
  await pool.query("analyze");
  return list_id;
}
