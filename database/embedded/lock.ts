import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";

export interface FolderLock {
  release(): void;
}

/**
 * Claims a data folder for this process, or refuses with the pid of the one that has it; a start that closely
 * follows a stop waits `patienceMs` for the one that is still ending.
 *
 * The claim is an open SQLite transaction, because the kernel then ends it together with the process, however that
 * ends: unlike a pid file it cannot go stale after a crash, nor after a restart that gives the pid to somebody else.
 */
export async function lockFolder(folder: string, patienceMs: number): Promise<FolderLock> {
  const pidFile = join(folder, "rooftop.pid");
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const claim = tryClaim(join(folder, "rooftop.lock"));
    if (claim) {
      writeFileSync(pidFile, `${process.pid}\n`);
      return {
        release: () => {
          rmSync(pidFile, { force: true });
          claim.close();
        },
      };
    }
    if (Date.now() > deadline) throw new Error(refusal(folder, pidFile));
    await sleep(100);
  }
}

function tryClaim(file: string): DatabaseSync | undefined {
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

function refusal(folder: string, pidFile: string): string {
  let holder = "";
  try {
    holder = ` (pid ${readFileSync(pidFile, "utf8").trim()})`;
  } catch {
    // The holder is between its claim and writing its pid, or ending.
  }
  return (
    `Rooftop is already running on this data folder${holder}: ${folder}. ` +
    "Stop that one first, or give this one a folder of its own with DATA_DIR."
  );
}
