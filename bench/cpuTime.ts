import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { benchFolder } from "./benchInbox.ts";

/** Processor time in seconds. */
export type Seconds = number;

/** The processor time of this process so far. */
export function ownCpuSeconds(): Seconds {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The unit of /proc, the same on every Linux. */
const ticksPerSecond = 100;

/** Starts counting; the result returns what each side has used since. */
export function startCpuMeter(): () => Readonly<Record<string, Seconds>> {
  const [app, database] = [ownCpuSeconds(), databaseSeconds()];
  return () => ({
    app: ownCpuSeconds() - app,
    ...(database !== undefined && { database: (databaseSeconds() ?? database) - database }),
  });
}

/** The benchmark Postgres with all its processes, ended ones included; undefined except on Linux. */
function databaseSeconds(): Seconds | undefined {
  if (process.platform !== "linux") return undefined;
  const main = Number(readFileSync(join(benchFolder, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  const living = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const used = living.map((pid) => cpuTicksOf(pid)).filter((times) => times?.pid === main || times?.parent === main);
  return used.reduce((sum, times) => sum + (times?.ticks ?? 0), 0) / ticksPerSecond;
}

/** What a process and all that it has started have used, those that have ended included, by the program that used it. */
export function treeSeconds(root: number): Readonly<Record<string, Seconds>> {
  const living = new Map(
    readdirSync("/proc").flatMap((name) => {
      const times = /^\d+$/.test(name) ? cpuTicksOf(name) : undefined;
      return times ? [[times.pid, times]] : [];
    }),
  );
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isBelow(living.get(pid)?.parent));
  const used: Record<string, Seconds> = {};
  for (const { pid, name, ticks } of living.values()) {
    if (isBelow(pid)) used[name] = (used[name] ?? 0) + ticks / ticksPerSecond;
  }
  return used;
}

/** Fields of /proc/<pid>/stat, after the name in brackets: parent, and times of itself and of its children that have ended. */
function cpuTicksOf(pid: string): { pid: number; name: string; parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    const name = text.slice(text.indexOf("(") + 1, text.lastIndexOf(")"));
    return { pid: Number(pid), name, parent: Number(fields[1]), ticks };
  } catch {
    // The process has ended since the folder was read.
    return undefined;
  }
}
