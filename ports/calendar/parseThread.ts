import { parentPort, workerData } from "node:worker_threads";
import { busySpans } from "./busySpans.ts";

/** What the thread is given. */
export interface ParseTask {
  readonly text: string;
  readonly from: Date;
  readonly before: Date;
  readonly zone: string;
}

// The thread does this one thing and ends.
const { text, ...window } = workerData as ParseTask;
parentPort?.postMessage(busySpans(text, window));
