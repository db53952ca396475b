import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, expect, test } from "vitest";
import { startEmbedded } from "./embedded.ts";

const root = mkdtempSync(join(tmpdir(), "rooftop-embedded-"));
const dataDir = join(root, "data");
const children: ChildProcess[] = [];
const logged: string[] = [];
const log = (text: string) => logged.push(text);

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  logged.length = 0;
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

test("starts in a new folder, keeps its data across restarts, and stops", async () => {
  const first = await startEmbedded({ dataDir, log });
  expect(await query(first.url, "create table kept as select 1 as n")).toEqual([]);
  expect(new URL(first.url).hostname).toBe("127.0.0.1");
  await first.stop();
  await expect(query(first.url, "select 1")).rejects.toThrow(/ENOENT|ECONNREFUSED/);

  const second = await startEmbedded({ dataDir, log });
  expect(await query(second.url, "select n from kept")).toEqual([{ n: 1 }]);
  await second.stop();
  expect(logged).toEqual(["Creating the database (once)"]);
});

test("is reached through a Unix socket, or over TCP when the folder's path is too long for one", async () => {
  const longPath = join(root, "far".repeat(30));
  for (const [folder, expected] of [
    [dataDir, null],
    [longPath, "127.0.0.1"],
  ] as const) {
    const database = await startEmbedded({ dataDir: folder, log });
    expect(await query(database.url, "select host(inet_client_addr()) as over")).toEqual([{ over: expected }]);
    await database.stop();
  }
});

test("protects its password file and rejects other passwords", async () => {
  expect(statSync(join(dataDir, "postgres.password")).mode & 0o777).toBe(0o600);
  // As root, Postgres runs as another account, which has to pass through.
  expect(statSync(dataDir).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700);
  const database = await startEmbedded({ dataDir, log });
  const url = new URL(database.url);
  expect(url.password.length).toBeGreaterThanOrEqual(32);
  url.password = "guessed";
  await expect(query(url.href, "select 1")).rejects.toThrow("password authentication failed");
  await database.stop();
});

test("after kill -9, the next start stops the orphaned server and finds all data", async () => {
  const { child, url } = await startInOtherProcess();
  await query(url, "create table survived as select 2 as n");
  const open = new pg.Client({ connectionString: url });
  open.on("error", () => undefined);
  await open.connect();
  await open.query("begin; insert into survived values (3)");
  await kill(child);
  expect(await query(url, "select n from survived")).toEqual([{ n: 2 }]);

  const began = performance.now();
  const database = await startEmbedded({ dataDir, log });
  expect(performance.now() - began).toBeLessThan(3000);
  expect(logged).toEqual(["Stopped the database server that an earlier run left"]);
  expect(await query(database.url, "select n from survived")).toEqual([{ n: 2 }]);
  await database.stop();
});

test("a second start on the same folder is refused, with the pid of the first", async () => {
  const { child, url } = await startInOtherProcess();
  await expect(startEmbedded({ dataDir, log, lockTimeoutMs: 200 })).rejects.toThrow(
    `Rooftop is already running on this data folder (pid ${child.pid}): ${dataDir}`,
  );
  expect(await query(url, "select 1 as n")).toEqual([{ n: 1 }]);
  child.kill("SIGTERM");
  await once(child, "exit");
  expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
});

test("ignores stale pid files whose pid another process has", async () => {
  writeFileSync(join(dataDir, "rooftop.pid"), `${process.pid}\n`);
  const pidFile = join(dataDir, "postgres", "postmaster.pid");
  writeFileSync(pidFile, `${process.ppid}\n${join(dataDir, "postgres")}\n0\n5432\n\n127.0.0.1\n0 0\nready   \n`);
  const database = await startEmbedded({ dataDir, log });
  expect(await query(database.url, "select 1 as n")).toEqual([{ n: 1 }]);
  expect(logged).toEqual([]);
  await database.stop();
});

test("a server that crashes restarts on the same URL", async () => {
  const database = await startEmbedded({ dataDir, log });
  const pid = Number(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[0]);
  process.kill(pid, "SIGQUIT");
  await expect
    .poll(() => query(database.url, "select 1 as n").catch(() => []), { timeout: 10_000 })
    .toEqual([{ n: 1 }]);
  await expect.poll(() => logged).toContain("The database server ended unexpectedly; starting it again");
  await database.stop();
});

test("recreates the cluster after an interrupted first start", async () => {
  const other = join(root, "interrupted");
  mkdirSync(join(other, "postgres.unfinished", "base"), { recursive: true });
  const database = await startEmbedded({ dataDir: other, log, settings: { fsync: "off" } });
  expect(await query(database.url, "show fsync")).toEqual([{ fsync: "off" }]);
  await database.stop();
});

test("refuses a cluster of another version with an explanation", async () => {
  const other = join(root, "older");
  mkdirSync(join(other, "postgres"), { recursive: true });
  writeFileSync(join(other, "postgres", "PG_VERSION"), "15\n");
  await expect(startEmbedded({ dataDir: other, log })).rejects.toThrow(/was made by Postgres 15.*pg_dump/);
});

test.runIf(process.getuid?.() === 0)(
  "as root, runs as an unprivileged user, even inside an inaccessible folder",
  async () => {
    const closed = join(root, "closed");
    mkdirSync(closed, { mode: 0o700 });
    const database = await startEmbedded({ dataDir: join(closed, "data"), log });
    const pidFile = join(closed, "data", "postgres", "postmaster.pid");
    const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    expect(statSync(closed).mode & 0o777).toBe(0o700);
    await database.stop();
  },
);

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A database held by another process, as the app does. */
async function startInOtherProcess() {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(new URL("./embedded.ts", import.meta.url).href)});
    const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
    process.once("SIGTERM", () => database.stop().then(() => process.exit(0)));
    setInterval(() => undefined, 60_000);
    console.log(database.url);
  `;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const [url] = await once(child.stdout, "data");
  return { child, url: String(url).trim() };
}

async function kill(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
