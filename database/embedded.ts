import { accessSync, constants, mkdirSync, realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { accountFor } from "./embedded/account.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { clusterPaths, databaseOwner, openCluster } from "./embedded/cluster.ts";
import { lockFolder } from "./embedded/lock.ts";
import { type Postmaster, sendSignal, startPostmaster, stopOrphan, stopPostmaster } from "./embedded/postmaster.ts";

export interface EmbeddedOptions {
  dataDir: string;
  /** Receives one sentence about each slow or unusual step. */
  log: (text: string) => void;
  /** Postgres settings that override the defaults; for tests. */
  settings?: Record<string, string>;
  /** How long to wait for another Rooftop on the same folder to stop before refusing. */
  lockTimeoutMs?: number;
  /** Called once the server's process runs: until it answers, there is time for something else. */
  onLaunch?: () => void;
}

export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}

const defaultSettings = {
  listen_addresses: "127.0.0.1",
  max_connections: "60",
  shared_buffers: "128MB",
  cluster_name: "rooftop",
  // Passwords are random and 192 bits long: hashing them 4,096 times would only make every connection slower.
  scram_iterations: "1",
  timezone: "UTC",
  log_timezone: "UTC",
  // Errors are logged where they are handled; here they would only copy personal data into a log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
  log_checkpoints: "off",
};

/** Starts the Postgres that ships with Rooftop, in its own folder inside the data folder. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, lockTimeoutMs = 2000 } = options;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const home = realpathSync(dataDir);
  assertWritable(home);
  const lock = await lockFolder(home, lockTimeoutMs);
  try {
    const { folder } = clusterPaths(home);
    const account = accountFor(folder);
    const binaries = findBinaries();
    const password = openCluster(home, binaries, account, log);
    if (await stopOrphan(folder)) log("Stopped the database server that an earlier run left");
    const socket = socketFolder(folder);
    const serverSettings = { ...defaultSettings, unix_socket_directories: socket, ...options.settings };
    const server = await keepAlive(
      (port) => startPostmaster(home, binaries, account, serverSettings, port, options.onLaunch),
      folder,
      log,
    );
    const url = `postgres://${databaseOwner}:${password}@127.0.0.1:${server.port}/${databaseOwner}${socketQuery(socket)}`;
    await ensureDatabase(url);
    return { url, stop: () => server.stop().finally(lock.release) };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The system's limit for a socket's path, minus room for its name. */
const maxSocketFolderBytes = 80;

/**
 * The folder of the server's Unix socket, which costs less CPU per statement than TCP. Empty on Windows, or when the path is
 * too long or contains characters that the setting can't express.
 */
function socketFolder(folder: string): string {
  const fits = Buffer.byteLength(folder) <= maxSocketFolderBytes && !/[",\s]/.test(folder);
  return fits && process.platform !== "win32" ? folder : "";
}

const socketQuery = (folder: string) => (folder === "" ? "" : `?host=${encodeURIComponent(folder)}`);

function assertWritable(folder: string) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`The data folder ${folder} is not writable for this user. Mend its rights, or set DATA_DIR.`);
  }
}

/** Restarts a server that ends unexpectedly (out of memory, a stray kill) on the same port. */
async function keepAlive(start: (port?: number) => Promise<Postmaster>, folder: string, log: (text: string) => void) {
  let current = await start();
  const { port } = current;
  const stopping = new AbortController();
  const atExit = () => sendSignal(current.pid, "SIGINT");
  process.once("exit", atExit);

  async function watch() {
    while (!stopping.signal.aborted) {
      await current.ended;
      if (stopping.signal.aborted) return;
      log("The database server ended unexpectedly; starting it again");
      await stopOrphan(folder);
      current = await restart();
    }
    await stopPostmaster(current.pid, folder);
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
      await stopPostmaster(current.pid, folder);
      await watching;
    },
  };
}

/** Creates our database: a new cluster only has the ones that initdb creates. */
async function ensureDatabase(url: string) {
  const own = new pg.Client({ connectionString: url });
  try {
    await own.connect();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === missingDatabase)) throw error;
    await createDatabase(url);
  } finally {
    await own.end();
  }
}

const missingDatabase = "3D000";

async function createDatabase(url: string) {
  const address = new URL(url);
  address.pathname = "/postgres";
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  try {
    await admin.query(`create database ${databaseOwner}`);
  } finally {
    await admin.end();
  }
}
