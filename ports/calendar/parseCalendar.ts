import { runInThread, ThreadEnded } from "../limitedThread.ts";
import type { CalendarTimes } from "./calendar.ts";
import type { ParseTask, ThreadData } from "./parseThread.ts";

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** How long reading may take; shorter in tests. */
export interface ParseLimits {
  /** Milliseconds of processor time for a whole file. A busy machine makes nothing of it longer. */
  readonly cpuMs: number;
  /** The same for one entry, which is then left out. */
  readonly entryCpuMs?: number;
  /** Milliseconds after which reading ends whatever the machine does. */
  readonly wallMs?: number;
}

const tooLong = "The calendar took too long to read";
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
    if (skipped.length === maxSkipped) throw new Error(tooLong);
    skipped.push(result);
  }
}

/** @returns what was read, or the number of the entry that took too long. */
async function readOnce(
  task: ParseTask,
  skipped: readonly number[],
  { cpuMs, entryCpuMs = 1_000, wallMs = 120_000 }: ParseLimits,
): Promise<CalendarTimes | number> {
  const entry = new Int32Array(new SharedArrayBuffer(4));
  let [current, began] = [0, 0];
  const slowEntry = (used: number): number | undefined => {
    const at = Atomics.load(entry, 0);
    if (at === current) return at > 0 && used - began > entryCpuMs ? at : undefined;
    [current, began] = [at, used];
    return undefined;
  };
  const data = { task, entry, skipped } satisfies ThreadData;
  const threadLimits = { cpuMs, wallMs, resourceLimits };
  try {
    return await runInThread<CalendarTimes | number>(
      new URL("./parseThread.ts", import.meta.url),
      data,
      threadLimits,
      slowEntry,
    );
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    throw new Error(error.tookTooLong ? tooLong : "The calendar could not be read");
  }
}
