import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { asAccount, type UnixAccount } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { clusterPaths, postgresEnvironment } from "./cluster.ts";

export interface Postmaster {
  port: number;
  pid: number;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
  /** Keeps this process alive until the server has ended. */
  hold(): void;
}

const startTimeoutMs = 300_000;

/** Starts the server on a free loopback port and waits until it accepts connections. */
export async function startPostmaster(
  dataDir: string,
  binaries: Binaries,
  account: UnixAccount,
  settings: Record<string, string>,
  fixedPort?: number,
  onLaunch?: () => void,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const port = fixedPort ?? (await freePort());
    try {
      return await launchOn(port, dataDir, binaries, account, settings, onLaunch);
    } catch (error) {
      // Another process may have taken the port, or a dead server's last processes may still be exiting.
      if (attempt === 5) throw error;
      await sleep(200);
    }
  }
}

async function launchOn(
  port: number,
  dataDir: string,
  binaries: Binaries,
  account: UnixAccount,
  settings: Record<string, string>,
  onLaunch?: () => void,
): Promise<Postmaster> {
  const { folder, log } = clusterPaths(dataDir);
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const command = asAccount(account, dataDir, binaries.postgres, ["-D", folder, ...flags]);
  const logFile = openSync(log, "w", 0o600);
  // Detached, so that Ctrl-C in the terminal stops Rooftop first and the database after it.
  const options = { ...command.options, cwd: "/", env: postgresEnvironment, detached: true };
  const child = spawn(command.file, command.args, { ...options, stdio: ["ignore", logFile, logFile] });
  closeSync(logFile);
  child.unref();
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  onLaunch?.();
  await waitUntilReady(child, folder, log);
  return { port, pid: child.pid ?? 0, ended, hold: () => child.ref() };
}

async function waitUntilReady(child: ChildProcess, folder: string, log: string) {
  let hasExited = false;
  child.once("exit", () => {
    hasExited = true;
  });
  child.once("error", () => {
    hasExited = true;
  });
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline && !hasExited; await sleep(20)) {
    const { pid, status } = readPidFile(folder);
    if (pid === child.pid && status === "ready") return;
  }
  child.kill("SIGKILL");
  const logTail = readFileSync(log, "utf8").trim().split("\n").slice(-8).join("\n");
  throw new Error(`The database did not start; its log (${log}) ends with:\n${logTail}`);
}

/** Stops the server: disconnects clients immediately, then shuts down cleanly, more forcefully after each timeout. */
export async function stopPostmaster(pid: number, folder: string) {
  for (const [signal, timeoutMs] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 5_000],
    ["SIGKILL", 5_000],
  ] as const) {
    if (!isServerOf(pid, folder)) return;
    sendSignal(pid, signal);
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(20)) {
      if (!isServerOf(pid, folder)) return;
    }
  }
}

/** Sends a signal to a process that may have exited. */
export function sendSignal(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has already exited.
  }
}

/**
 * Stops the server that a killed Rooftop left behind. It can't be reused: its last transactions must finish before this
 * Rooftop reads, and its settings or version may differ.
 */
export async function stopOrphan(folder: string): Promise<boolean> {
  const { pid } = readPidFile(folder);
  const running = pid > 0 && isServerOf(pid, folder);
  if (running) await stopPostmaster(pid, folder);
  // Postgres mistakes any process with the old pid for itself, so after a reboot it might refuse to start.
  rmSync(join(folder, "postmaster.pid"), { force: true });
  // The next server uses another port, so this one's socket would stay forever.
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name.startsWith(".s.PGSQL.")) rmSync(join(folder, name), { force: true });
  }
  return running;
}

/** Whether the process is this folder's server: Postgres has its data folder as working directory. */
function isServerOf(pid: number, folder: string): boolean {
  if (process.platform === "linux") {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(folder);
    } catch {
      return false;
    }
  }
  const { stdout } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.includes("postgres") && stdout.includes(folder);
}

function readPidFile(folder: string): { pid: number; status: string } {
  try {
    const lines = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]) || 0, status: lines[7]?.trim() ?? "" };
  } catch {
    return { pid: 0, status: "" };
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
