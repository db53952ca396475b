import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { openPools } from "#core/server/pools.ts";
import type { Server } from "#core/server/serve.ts";
import type { RunApart } from "#core/server/threadWork.ts";
import { startEmbedded } from "#database/embedded.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { systemClock } from "#ports/clock/system.ts";
import { createJobs } from "#ports/jobs/pgboss.ts";
import type { Ports } from "#ports/ports.ts";
import { createSignals } from "#ports/signals/postgres.ts";
import { createFileStorage } from "#ports/storage/files.ts";
import { createApp } from "#server/app.ts";
import { allJobs } from "#server/domains.ts";
import { prepareHostedDatabase } from "#server/prepareDatabase.ts";
import { addDealership, type Dealership, password } from "#testing/dealership.ts";
import { createManualJobs } from "#testing/manualJobs.ts";
import { createRecordedEvents } from "#testing/recordedEvents.ts";
import { createRecordedMails } from "#testing/recordedMails.ts";
import { createRecordedPushes } from "#testing/recordedPushes.ts";
import { callerAt } from "#testing/samplePerson.ts";
import { createScriptedCalendars } from "#testing/scriptedCalendars.ts";
import { createScriptedDns } from "#testing/scriptedDns.ts";
import { createScriptedSms } from "#testing/scriptedSms.ts";
import { createScriptedVoice } from "#testing/scriptedVoice.ts";
import { createScriptedWebsites } from "#testing/scriptedWebsites.ts";

/** The data folder of the benchmark Postgres. */
export const benchFolder = join(import.meta.dirname, "../.cache/bench");

/** Starts a stock Postgres (fsync on), kept between runs because filling it takes minutes. */
export function startBenchPostgres() {
  return startEmbedded({ dataDir: benchFolder, log: (text) => console.log(text) });
}

/** The app over one business with many chats of twenty messages each. */
export interface BenchInbox {
  readonly chats: number;
  readonly url: string;
  readonly token: string;
  /** The owner's email address. */
  readonly owner: string;
  readonly password: string;
  readonly pool: pg.Pool;
  readonly dealer: Pick<Dealership, "dealer_id" | "location_id">;
  /** The lowest chat id; the others follow without gaps. */
  readonly firstChat: number;
  readonly server: Server;
  readonly jobServer: Server;
  close(): Promise<void>;
}

/** The business under test, with its owner's email address. */
export interface BenchBusiness {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly owner: string;
}

/** Starts the app over an inbox of so many chats; fills the database on first use. */
export async function openBenchInbox(
  postgres: string,
  chats: number,
  ports: Partial<Ports> = {},
  webFolder?: string,
): Promise<BenchInbox> {
  const app = await openBenchApp(await benchInboxDatabase(postgres, chats), ports, webFolder);
  const { pool, server, jobServer } = app;
  const place = await fill(app.server.within.control, pool, chats);
  const first = await pool.query("select min(id)::float8 as id from chats where dealer_id = $1", [place.dealer_id]);
  const token = await app.signIn(place.owner);
  const { owner } = place;
  return {
    chats,
    url: app.url,
    token,
    owner,
    password,
    pool,
    dealer: place,
    firstChat: first.rows[0].id,
    server,
    jobServer,
    close: app.close,
  };
}

/** The queue of an inbox with so many chats, which runs its jobs once it is started. */
export async function openBenchJobs(postgres: string, chats: number) {
  const log = pino({ level: "silent" });
  const url = await benchInboxDatabase(postgres, chats);
  const signals = createSignals({ url, log });
  void signals.start();
  const jobs = createJobs({ url, log, signals, knownJobs: allJobs });
  const stop = async () => {
    await jobs.stop();
    await signals.stop();
  };
  return { jobs, stop };
}

/** The URL of the database with so many chats. */
export const benchInboxDatabase = (postgres: string, chats: number) => benchDatabase(postgres, `town_${chats}`);

/** Starts the whole app over a database, with test doubles for the vendors. */
export async function openBenchApp(url: string, ports: Partial<Ports> = {}, webFolder?: string, apart?: RunApart) {
  const log = pino({ level: "silent" });
  const pools = openPools(url, log, "a secret of benchmarks, thirty-two letters");
  const all: Ports = {
    sms: createScriptedSms(),
    voice: createScriptedVoice(),
    email: createRecordedMails(),
    dns: createScriptedDns(),
    websites: createScriptedWebsites(),
    calendars: createScriptedCalendars(),
    push: createRecordedPushes(),
    jobs: createManualJobs(systemClock),
    realtime: createRecordedEvents(),
    clock: systemClock,
    storage: createFileStorage({ folder: join(benchFolder, "files") }),
    ...ports,
  };
  const { http, server, jobServer } = await createApp({
    pools,
    ports: all,
    log,
    secret: "x".repeat(32),
    servesWeb: true,
    webFolder,
    ...(apart && { apart }),
    ready: () => true,
    publicUrl: "http://127.0.0.1",
    // The benchmark names an address of its own in each request.
    trustProxy: ["loopback"],
  });
  const address = await http.listen({ port: 0, host: "127.0.0.1" });
  return {
    url: address,
    pool: pools.people,
    server,
    jobServer,
    async signIn(email: string) {
      const { data } = await callerAt(address)(accounts.login, { body: { email, password, remember_me: 1 } });
      return data.access_token;
    },
    async close() {
      await all.realtime.stop();
      await http.close();
      await pools.end();
    },
  };
}

/** Returns the URL of a migrated database, created on first use. */
export async function benchDatabase(postgres: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: postgres });
  await admin.connect();
  const existing = await admin.query("select from pg_database where datname = $1", [name]);
  if (existing.rowCount === 0) await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(postgres);
  url.pathname = `/${name}`;
  await prepareHostedDatabase(url.href);
  return url.href;
}

/** Runs work in one platform transaction. */
export type RunInControl = <T>(
  reason: string,
  work: (unit: Parameters<typeof addDealership>[0]) => Promise<T>,
) => Promise<T>;

async function fill(control: RunInControl, pool: pg.Pool, chats: number): Promise<BenchBusiness> {
  await pool.query("create table if not exists town (dealer_id bigint, location_id bigint, owner text)");
  const existing = await pool.query("select dealer_id::float8, location_id::float8, owner from town");
  if (existing.rows[0]) return existing.rows[0];
  console.log(`Filling an inbox of ${chats.toLocaleString("en-US")} chats (once)`);
  const { dealer_id, location_id, owner } = await control("bench", addDealership);
  const client = await pool.connect();
  const ids = [dealer_id, location_id];
  // The rows are consistent by construction, so foreign keys and triggers are off.
  await client.query("set statement_timeout = 0; set session_replication_role = replica; set synchronous_commit = off");
  await client.query(
    `insert into customers (dealer_id, location_id, first_name, last_name, email, phone)
     select $1, $2, 'Customer', 'No ' || n, 'c' || n || '@example.com', '+1' || (2093120000 + n)
     from generate_series(1, $3::int) n`,
    [...ids, chats],
  );
  await client.query(
    `insert into chats (dealer_id, location_id, customer_id, chat_time, new_message, new_message_count, waiting_since, is_replied, is_closed)
     select dealer_id, location_id, id, at, 'See you on Saturday then', case when random() < 0.01 then 1 else 0 end,
       case when waits then at end, case when waits then 0 else 1 end, case when random() < 0.5 then 1 else 0 end
     from (select *, now() - (random() * 700 || ' hours')::interval as at, random() < 0.02 as waits
       from customers where dealer_id = $1) as customer`,
    [dealer_id],
  );
  // The triggers that keep these counts are off while filling.
  await client.query(
    `insert into chat_counts (dealer_id, location_id, is_closed, assigned_to, chats, unread, unreplied, snoozed)
     select dealer_id, location_id, is_closed, 0, count(*), sum(least(new_message_count, 1)), sum(1 - is_replied), 0
     from chats where dealer_id = $1 group by 1, 2, 3`,
    [dealer_id],
  );
  await client.query("insert into customer_counts (dealer_id, location_id, list_id, change) values ($1, $2, 0, $3)", [
    ...ids,
    chats,
  ]);
  // In order of arrival, so that neighbors in the table belong to different chats.
  await client.query(
    `insert into messages (dealer_id, chat_id, is_from_customer, message, state, datetime)
     select $1, (select min(id) from chats where dealer_id = $1) + (n * 7919) % $2, n % 2,
       'Message ' || n || ': is the blue one with the tow package still on the lot, and could I see it this week?',
       case n % 2 when 1 then 'received' else 'delivered' end, now() - ((20 * $2 - n) || ' seconds')::interval
     from generate_series(1, 20 * $2::bigint) n`,
    [dealer_id, chats],
  );
  // As the trigger does that is off.
  await client.query(
    `insert into logged_texts (dealer_id, message_id, location_id, type, sent_at)
     select $1, id, $2, case is_from_customer when 1 then 'received' else 'automatic' end, datetime
     from messages where dealer_id = $1`,
    ids,
  );
  await client.query("vacuum analyze");
  await client.query("insert into town values ($1, $2, $3)", [...ids, owner]);
  client.release(true);
  return { dealer_id, location_id, owner };
}
