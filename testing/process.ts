import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const root = join(import.meta.dirname, "..");

/** Rooftop in a real process, with the sample dealership. */
export interface AppProcess {
  readonly url: string;
  readonly pid: number;
  /** Kills it at once, like a power cut. */
  kill(): Promise<void>;
  /** Shuts it down gracefully. */
  stop(): Promise<void>;
  /** Everything it has printed. */
  output(): string;
}

export const samplePassword = "Sample-password-1";

/** Starts the app on a database and waits until it is healthy. */
export async function startAppProcess(databaseUrl: string, env: Record<string, string> = {}): Promise<AppProcess> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), "rooftop-process-"));
  let output = "";
  const child = spawn(process.execPath, ["bin/server.mjs"], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      DEMO: "on",
      DEMO_PASSWORD: samplePassword,
      ADMIN_PASSWORD: samplePassword,
      LOG_LEVEL: "warn",
      ...env,
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  if (!(await becomesHealthy(child, url))) {
    await end("SIGKILL");
    throw new Error(`The app did not become healthy:\n${output}`);
  }
  return { url, pid: child.pid ?? 0, kill: () => end("SIGKILL"), stop: () => end("SIGTERM"), output: () => output };
}

async function becomesHealthy(child: ChildProcess, url: string): Promise<boolean> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await pause(50)) {
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
