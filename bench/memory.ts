import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const mega = 1024 * 1024;

/** The physical memory of one process in MB; Linux only. */
export function residentMb(pid: number): number {
  return (kilobytes(`/proc/${pid}/status`, "VmRSS") * 1024) / mega;
}

/**
 * The physical memory of a Postgres and its processes in MB. What several of them share, such as the cache of pages, is
 * counted once.
 */
export function postgresMb(dataDir: string): number {
  const main = Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  const pids = readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid === main || parentOf(pid) === main);
  return (pids.reduce((sum, pid) => sum + kilobytes(`/proc/${pid}/smaps_rollup`, "Pss"), 0) * 1024) / mega;
}

function parentOf(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, "PPid");
}

/** A number of one of /proc's files; 0 when the process has ended. */
function kilobytes(file: string, field: string): number {
  try {
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(file, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
