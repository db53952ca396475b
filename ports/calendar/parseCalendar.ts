import { Worker } from "node:worker_threads";
import type { CalendarTimes } from "./calendar.ts";
import type { ParseTask } from "./parseThread.ts";

const limits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/**
 * Reads a calendar file in a thread of its own, which is ended when it takes too long or too much memory: files come from
 * anywhere, and a rule can be written so that it never comes to an end.
 *
 * @throws when it isn't a calendar, or was too much.
 */
export function parseCalendar(task: ParseTask, timeoutMs: number): Promise<CalendarTimes> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL("./parseThread.ts", import.meta.url), {
      workerData: task,
      resourceLimits: limits,
    });
    const timer = setTimeout(() => {
      reject(new Error("The calendar took too long to read"));
      void thread.terminate();
    }, timeoutMs);
    const end = () => clearTimeout(timer);
    thread.once("message", (times: CalendarTimes) => {
      end();
      resolve(times);
    });
    thread.once("error", (error) => {
      end();
      reject(error);
    });
    thread.once("exit", () => {
      end();
      reject(new Error("The calendar could not be read"));
    });
  });
}
