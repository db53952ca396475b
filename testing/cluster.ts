import { createHash, randomInt } from "node:crypto";
import { mkdirSync, statfsSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import pg from "pg";
import { type EmbeddedDatabase, startEmbedded } from "#database/embedded.ts";
import { copyDatabase, databaseUrl, dropDatabase } from "./database.ts";

export interface TestCluster {
  /** The server, addressed by a database that tests never touch. */
  url: string;
  /** The migrated database that every test file copies. */
  template: string;
  /** The name prefix of this run's copies. */
  prefix: string;
  /** The password of the app's login. */
  appPassword: string;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "..");
const cache = join(root, ".cache/test-postgres");
/** A directory in memory, on systems that have one. */
const memory = "/dev/shm";
const roomInMemory = 4e9;
const runs = "rooftop_run_";
/** An arbitrary number: whoever holds this lock is building a template. */
const building = 70_667_001;
/** The advisory-lock space in which every live run holds its own number. */
const liveRuns = 70_667;

/**
 * Finds or starts the Postgres of a test run and creates its template database and the app's login with `prepare`. Uses DATABASE_URL if
 * set, else an embedded server whose data folder is kept between runs.
 */
export async function startTestCluster(prepare: Prepare): Promise<TestCluster> {
  const server = process.env.DATABASE_URL ? { url: process.env.DATABASE_URL, stop: async () => {} } : await embedded();
  const admin = new pg.Client({ connectionString: server.url });
  // An interrupted run may stop the server under this connection.
  admin.on("error", () => undefined);
  try {
    await admin.connect();
    const run = randomInt(1, 2 ** 31 - 1);
    await admin.query("select pg_advisory_lock($1, $2)", [liveRuns, run]);
    await dropDeadRuns(admin);
    // The same for every run: the login belongs to the whole server, and other runs may use it.
    const appPassword = createHash("sha256")
      .update(`${new URL(server.url).password} app`)
      .digest("hex");
    const template = await ensureTemplate(admin, server.url, (url) => prepare(url, appPassword));
    const prefix = `${runs}${run}_`;
    const stop = async () => {
      for (const name of await databases(admin, prefix)) await dropDatabase(admin, name);
      await admin.end();
      await server.stop();
    };
    return { url: server.url, template, prefix, appPassword, stop };
  } catch (error) {
    await admin.end();
    await server.stop();
    throw error;
  }
}

/**
 * Every copy is thousands of files that are soon deleted: creating them on disk is several times slower than in memory,
 * and gets slower with every deletion.
 */
function dataRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < roomInMemory) return cache;
  } catch {
    return cache;
  }
  const rootHash = createHash("sha256").update(root).digest("hex").slice(0, 8);
  return join(memory, `${basename(root)}-tests-${rootHash}`);
}

/** Concurrent runs each take the first free data folder. */
async function embedded(): Promise<EmbeddedDatabase> {
  const folder = dataRoot();
  mkdirSync(folder, { recursive: true });
  const unsafe = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };
  // Postgres would count rows at a moment of its own, between two tests just when there are none, and plan by that.
  const settings = { ...unsafe, autovacuum: "off", max_connections: "200", max_wal_size: "256MB" };
  for (let slot = 1; ; slot++) {
    const dataDir = join(folder, String(slot));
    try {
      return await startEmbedded({ dataDir, log: () => undefined, settings, lockTimeoutMs: 0 });
    } catch (error) {
      const isTaken = error instanceof Error && error.message.startsWith("Rooftop is already running");
      if (!isTaken || slot === 20) throw error;
    }
  }
}

/** An interrupted run leaves its copies behind but no longer holds its lock. */
async function dropDeadRuns(admin: pg.Client) {
  for (const name of await databases(admin, runs)) {
    const run = Number(name.slice(runs.length).split("_")[0]);
    const { rows } = await admin.query("select pg_try_advisory_lock($1, $2) as dead", [liveRuns, run]);
    if (!rows[0]?.dead) continue;
    await dropDatabase(admin, name);
    await admin.query("select pg_advisory_unlock($1, $2)", [liveRuns, run]);
  }
}

type Prepare = (url: string, appPassword: string) => Promise<unknown>;

async function ensureTemplate(admin: pg.Client, url: string, prepare: (url: string) => Promise<unknown>) {
  const template = `rooftop_template_${await schemaHash()}`;
  await admin.query("select pg_advisory_lock($1)", [building]);
  try {
    const existing = await databases(admin, "rooftop_template_");
    if (existing.includes(template)) return template;
    if (await isOnlyRun(admin)) for (const name of existing) await dropDatabase(admin, name);
    // Built under another name until it is complete.
    const unfinished = "rooftop_unfinished";
    await dropDatabase(admin, unfinished);
    await copyDatabase(admin, unfinished);
    await prepare(databaseUrl(url, unfinished));
    await admin.query(`alter database ${unfinished} rename to ${template}`);
    return template;
  } finally {
    await admin.query("select pg_advisory_unlock($1)", [building]);
  }
}

/** An older template may still serve a run of an older schema, but only while another run exists. */
async function isOnlyRun(admin: pg.Client): Promise<boolean> {
  const others = "select from pg_locks where locktype = 'advisory' and classid = $1 and pid <> pg_backend_pid()";
  return (await admin.query(others, [liveRuns])).rowCount === 0;
}

/** The template's inputs: when any of them changes, so does the template's name. */
async function schemaHash(): Promise<string> {
  const hash = createHash("sha256");
  const files = [
    "database/appLogin.ts",
    "database/assumedStatistics.ts",
    "server/prepareDatabase.ts",
    "ports/jobs/pgbossSchema.ts",
    "testing/testTime.ts",
  ];
  files.push("database/migrate.ts", "node_modules/pg-boss/package.json");
  for await (const file of glob("database/**/*.sql", { cwd: root })) files.push(file);
  for (const file of files.sort()) hash.update(file).update(await readFile(join(root, file)));
  return hash.digest("hex").slice(0, 12);
}

async function databases(admin: pg.Client, prefix: string): Promise<string[]> {
  const { rows } = await admin.query<{ datname: string }>(
    "select datname from pg_database where starts_with(datname, $1)",
    [prefix],
  );
  return rows.map((row) => row.datname);
}
