import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

export interface FolderLock {
  release(): void;
}

/**
 * Locks a data folder for this process; waits up to `timeoutMs` for a process that is still stopping.
 * The lock is an open SQLite transaction, which the kernel releases however the process ends, so it can't go stale.
 *
 * @throws Error with the pid of the process that holds the lock.
 */
export async function lockFolder(folder: string, timeoutMs: number): Promise<FolderLock> {
  const pidFile = join(folder, "rooftop.pid");
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const lock = tryLock(join(folder, "rooftop.lock"));
    if (lock) {
      writeFileSync(pidFile, `${process.pid}\n`);
      return {
        release: () => {
          rmSync(pidFile, { force: true });
          lock.close();
        },
      };
    }
    if (Date.now() > deadline) throw new Error(refusalMessage(folder, pidFile));
    await sleep(100);
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  const database = new DatabaseSync(file);
  try {
    database.exec("begin exclusive");
    return database;
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/.test(error.message)) return undefined;
    throw error;
  }
}

function refusalMessage(folder: string, pidFile: string): string {
  let holder = "";
  try {
    holder = ` (pid ${readFileSync(pidFile, "utf8").trim()})`;
  } catch {
    // The holder has not written its pid yet, or is stopping.
  }
  return (
    `Rooftop is already running on this data folder${holder}: ${folder}. ` +
    "Stop that one first, or give this one a folder of its own with DATA_DIR."
  );
}
