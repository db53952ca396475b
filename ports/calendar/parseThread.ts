import { parentPort, workerData } from "node:worker_threads";
import { busySpans } from "./busySpans.ts";

/** What the thread is given. */
export interface ParseTask {
  readonly text: string;
  readonly from: Date;
  readonly before: Date;
  readonly zone: string;
}

/** What the thread reads, and where it says which entry it is at: the parent can look while a rule keeps it busy. */
export interface ThreadData {
  readonly task: ParseTask;
  readonly entry: Int32Array<SharedArrayBuffer>;
  readonly skipped: readonly number[];
}

// The thread does this one thing and ends.
const { task, entry, skipped } = workerData as ThreadData;
const { text, ...window } = task;
parentPort?.postMessage(
  busySpans(text, window, {
    skipped: new Set(skipped),
    onEntry: (number) => void Atomics.store(entry, 0, number),
  }),
);
