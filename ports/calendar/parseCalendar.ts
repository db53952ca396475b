import { Worker } from "node:worker_threads";
import type { CalendarTimes } from "./calendar.ts";
import type { ParseTask, ThreadData } from "./parseThread.ts";

const limits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** How long reading may take; shorter in tests. */
export interface ParseLimits {
  /** Milliseconds of processor time for a whole file. A busy machine makes nothing of it longer. */
  readonly cpuMs: number;
  /** The same for one entry, which is then left out. */
  readonly entryCpuMs?: number;
  /** Milliseconds after which reading ends whatever the machine does. */
  readonly wallMs?: number;
}

const lookEveryMs = 50;
/** More entries than this aren't left out: the file is made to take time. */
const maxSkipped = 5;

/**
 * Reads a calendar file in a thread of its own, which is ended when it takes too much processor time or memory: files come
 * from anywhere, and a rule can be written so that it never comes to an end. An entry with such a rule is left out.
 *
 * @throws when it isn't a calendar, or was too much.
 */
export async function parseCalendar(task: ParseTask, parseLimits: ParseLimits): Promise<CalendarTimes> {
  const skipped: number[] = [];
  for (;;) {
    const result = await readOnce(task, skipped, parseLimits);
    if (typeof result !== "number") return result;
    if (skipped.length === maxSkipped) throw new Error("The calendar took too long to read");
    skipped.push(result);
  }
}

/** @returns what was read, or the number of the entry that took too long. */
function readOnce(
  task: ParseTask,
  skipped: readonly number[],
  { cpuMs, entryCpuMs = 1_000, wallMs = 120_000 }: ParseLimits,
): Promise<CalendarTimes | number> {
  return new Promise((resolve, reject) => {
    const entry = new Int32Array(new SharedArrayBuffer(4));
    const thread = new Worker(new URL("./parseThread.ts", import.meta.url), {
      workerData: { task, entry, skipped } satisfies ThreadData,
      resourceLimits: limits,
    });
    const end = (settle: () => void) => {
      clearInterval(look);
      clearTimeout(deadline);
      void thread.terminate();
      settle();
    };
    const tooLong = () => end(() => reject(new Error("The calendar took too long to read")));
    const deadline = setTimeout(tooLong, wallMs);
    let [current, began] = [0, 0];
    const look = setInterval(async () => {
      // Before it runs and once it has ended, a thread has used nothing that matters.
      const used = await thread.cpuUsage().then(
        ({ user, system }) => (user + system) / 1_000,
        () => 0,
      );
      const at = Atomics.load(entry, 0);
      if (at !== current) [current, began] = [at, used];
      else if (at > 0 && used - began > entryCpuMs) end(() => resolve(at));
      if (used > cpuMs) tooLong();
    }, lookEveryMs);
    thread.once("message", (times: CalendarTimes) => end(() => resolve(times)));
    thread.once("error", (error) => end(() => reject(error)));
    thread.once("exit", () => end(() => reject(new Error("The calendar could not be read"))));
  });
}
