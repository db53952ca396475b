import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { password, rememberApp } from "./app.ts";

const root = join(import.meta.dirname, "..");
const logFile = join(root, ".cache/results/journeys-app.log");
const startMs = 90_000;

/** Starts one real app for all journeys with its own data folder or database; returns how to stop it. */
async function startApp(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), "rooftop-journeys-"));
  const database = process.env.DATABASE_URL ? await ownDatabase(process.env.DATABASE_URL) : undefined;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  mkdirSync(join(root, ".cache/results"), { recursive: true });
  const log = openSync(logFile, "w");
  const app = spawn(join(root, "node_modules/node/bin/node"), ["server/main.ts"], {
    cwd: root,
    stdio: ["ignore", log, log, "ipc"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO: "on",
      DEMO_PASSWORD: password,
      ADMIN_PASSWORD: password,
      // Each journey names an address of its own.
      TRUST_PROXY: "loopback",
      ...(database && { DATABASE_URL: database.url }),
    },
  });
  closeSync(log);
  const stop = async () => {
    await end(app);
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await healthy(app, url);
  } catch (error) {
    await stop();
    throw error;
  }
  rememberApp(url);
  return stop;
}

export default startApp;

async function healthy(app: ChildProcess, url: string) {
  for (const deadline = Date.now() + startMs; Date.now() < deadline; await sleep(100)) {
    if (app.exitCode !== null || app.signalCode !== null) break;
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.status === 200) return;
  }
  const last = readFileSync(logFile, "utf8").split("\n").slice(-30).join("\n");
  throw new Error(`The app did not become healthy; its log (${logFile}) ends with:\n${last}`);
}

async function end(app: ChildProcess) {
  if (app.exitCode !== null || app.signalCode !== null) return;
  const ended = once(app, "exit");
  app.kill("SIGTERM");
  const patience = setTimeout(() => app.kill("SIGKILL"), 20_000);
  await ended;
  clearTimeout(patience);
}

async function ownDatabase(server: string) {
  const name = `rooftop_journeys_${process.pid}`;
  const run = async (text: string) => {
    const admin = new pg.Client({ connectionString: server });
    await admin.connect();
    await admin.query(text).finally(() => admin.end());
  };
  await run(`drop database if exists ${name} with (force)`);
  await run(`create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || !address) throw new Error("No port of 127.0.0.1 is free.");
  return address.port;
}
