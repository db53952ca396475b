import { accessSync, constants, mkdirSync, realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { accountFor } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { clusterPaths, openCluster, owner } from "./embedded/cluster.ts";
import { lockFolder } from "./embedded/lock.ts";
import { launch, type Postmaster, send, stop, stopLeftOver } from "./embedded/postmaster.ts";

export interface EmbeddedOptions {
  dataDir: string;
  /** Told in a sentence each what takes time or is out of the ordinary. */
  log: (text: string) => void;
  /** Settings of Postgres over those below; for tests. */
  settings?: Record<string, string>;
  /** How long to wait for another Rooftop on the same folder to end before refusing. */
  patienceMs?: number;
}

export interface Embedded {
  url: string;
  stop(): Promise<void>;
}

const settings = {
  listen_addresses: "127.0.0.1",
  max_connections: "60",
  shared_buffers: "128MB",
  cluster_name: "rooftop",
  timezone: "UTC",
  log_timezone: "UTC",
  // Errors are told where they are handled; here they would only copy people's data into a log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** Starts the Postgres that comes with Rooftop, on its own folder in the data folder. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, patienceMs = 2000 } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const home = realpathSync(dataDir);
  mustBeWritable(home);
  const lock = await lockFolder(home, patienceMs);
  try {
    const { folder } = clusterPaths(home);
    const account = accountFor(folder);
    const binaries = findBinaries();
    const password = openCluster(home, binaries, account, log);
    if (await stopLeftOver(folder)) log("Stopped the database server that an earlier run left");
    const socket = socketFolder(folder);
    const all = { ...settings, unix_socket_directories: socket, ...options.settings };
    const server = await keepAlive((port) => launch(home, binaries, account, all, port), folder, log);
    const url = `postgres://${owner}:${password}@127.0.0.1:${server.port}/${owner}${throughSocket(socket)}`;
    await ensureDatabase(url);
    return { url, stop: () => server.stop().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** What the system allows a socket's path to be, with room for its name. */
const longestFolder = 80;

/**
 * Where the server's socket lies: a statement through it costs less of the processor than one over TCP. Empty where there
 * are none, or where the folder's path is none for a socket: too long, or not to be said in the settings.
 */
function socketFolder(folder: string): string {
  const fits = Buffer.byteLength(folder) <= longestFolder && !/[",\s]/.test(folder);
  return fits && process.platform !== "win32" ? folder : "";
}

const throughSocket = (folder: string) => (folder === "" ? "" : `?host=${encodeURIComponent(folder)}`);

function mustBeWritable(folder: string) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`The data folder ${folder} is not writable for this user. Mend its rights, or set DATA_DIR.`);
  }
}

/** A server that ends without being asked (out of memory, a stray kill) is started again on the same port. */
async function keepAlive(start: (port?: number) => Promise<Postmaster>, folder: string, log: (text: string) => void) {
  let current = await start();
  const { port } = current;
  const stopping = new AbortController();
  const atExit = () => send(current.pid, "SIGINT");
  process.once("exit", atExit);

  async function watch() {
    while (!stopping.signal.aborted) {
      await current.ended;
      if (stopping.signal.aborted) return;
      log("The database server ended unexpectedly; starting it again");
      await stopLeftOver(folder);
      current = await restart();
    }
    await stop(current.pid, folder);
  }

  async function restart(): Promise<Postmaster> {
    while (!stopping.signal.aborted) {
      try {
        return await start(port);
      } catch (error) {
        log(error instanceof Error ? error.message : String(error));
        await sleep(1000);
      }
    }
    return current;
  }

  const watching = watch();
  return {
    port,
    stop: async () => {
      stopping.abort();
      process.off("exit", atExit);
      current.hold();
      await stop(current.pid, folder);
      await watching;
    },
  };
}

/** The cluster begins with the databases that initdb makes; ours is beside them. */
async function ensureDatabase(url: string) {
  const address = new URL(url);
  address.pathname = "/postgres";
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  try {
    const found = await admin.query("select 1 from pg_database where datname = $1", [owner]);
    if (found.rowCount === 0) await admin.query(`create database ${owner}`);
  } finally {
    await admin.end();
  }
}
