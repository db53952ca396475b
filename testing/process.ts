import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { serverArgs } from "#bin/serverArgs.mjs";

const root = join(import.meta.dirname, "..");

/** A server in a process of its own. */
export interface AppProcess {
  readonly url: string;
  readonly pid: number;
  /** Kills it at once, like a power cut. */
  kill(): Promise<void>;
  /** Stops its execution, like a machine that sleeps or starves it, until `resume`. */
  suspend(): void;
  resume(): void;
  /** Shuts it down gracefully. */
  stop(): Promise<void>;
  /** Resolves once it has ended, or the signal is given. */
  ended(signal?: AbortSignal): Promise<void>;
  /** Everything it has printed. */
  output(): string;
}

export const samplePassword = "Sample-password-1";

/** Starts Rooftop with the sample dealership on a database, by default its embedded one, and waits until it is healthy. */
export async function startAppProcess(
  databaseUrl: string | undefined,
  env: Record<string, string> = {},
): Promise<AppProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), "rooftop-process-"));
  const sample = { DEMO: "on", DEMO_PASSWORD: samplePassword, ADMIN_PASSWORD: samplePassword };
  const database = databaseUrl && { DATABASE_URL: databaseUrl };
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "warn", ...sample, ...database, ...env };
  return startServerProcess(serverArgs, settings, () => rm(dataDir, { recursive: true, force: true }));
}

/**
 * Runs a program that serves on PORT, and waits until its `/health` answers 200.
 *
 * @param args Node's.
 * @param cleanUp runs after its end.
 */
export async function startServerProcess(
  args: readonly string[],
  env: Record<string, string>,
  cleanUp: () => Promise<unknown> = async () => {},
): Promise<AppProcess> {
  const port = await freePort();
  let output = "";
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  // A test that ran out of time doesn't end it.
  const takeAlong = () => child.kill("SIGKILL");
  process.once("exit", takeAlong);
  child.once("exit", () => process.off("exit", takeAlong));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    }
    await cleanUp();
  };
  const url = `http://127.0.0.1:${port}`;
  if (!(await becomesHealthy(child, url))) {
    await end("SIGKILL");
    throw new Error(`The app did not become healthy:\n${output}`);
  }
  const ended = async (signal?: AbortSignal) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    await once(child, "exit", { ...(signal && { signal }) }).catch(() => undefined);
  };
  const kill = () => end("SIGKILL");
  return {
    url,
    pid: child.pid ?? 0,
    kill,
    suspend: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    stop: () => end("SIGTERM"),
    ended,
    output: () => output,
  };
}

/**
 * Suspends one of the processes after another for random times until the signal is given; then all run again.
 *
 * @param longest milliseconds of one suspension, most of which are much shorter, and of the time between two.
 * @returns how many there were.
 */
export async function starve(
  processes: () => readonly AppProcess[],
  longest: { readonly suspendedFor: number; readonly runsFor: number },
  over: AbortSignal,
): Promise<number> {
  let suspensions = 0;
  const rest = (milliseconds: number) => pause(milliseconds, undefined, { signal: over }).catch(() => undefined);
  while (!over.aborted) {
    const all = processes();
    const one = all[Math.floor(Math.random() * all.length)];
    one?.suspend();
    suspensions += 1;
    await rest(longest.suspendedFor * Math.random() ** 3);
    one?.resume();
    await rest(longest.runsFor * Math.random());
  }
  return suspensions;
}

async function becomesHealthy(child: ChildProcess, url: string): Promise<boolean> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(10)) {
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.status === 200) return true;
  }
  return false;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Retries until `holds` stops throwing; throws its last error after the time limit. */
export async function eventually(holds: () => Promise<void>, withinMs = 30_000): Promise<void> {
  for (const deadline = Date.now() + withinMs; ; await pause(100)) {
    try {
      return await holds();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
