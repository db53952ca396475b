import { parentPort, workerData } from "node:worker_threads";
import { readLeadMail, readLeadText } from "./readMail.ts";

/** What the thread is given: a raw mail, or what a request holds. */
export type ReadTask =
  | { readonly mail: Uint8Array; readonly zone: string }
  | { readonly text: string; readonly zone: string };

// The thread does this one thing and ends.
const task = workerData as ReadTask;
parentPort?.postMessage("mail" in task ? await readLeadMail(task.mail, task.zone) : readLeadText(task.text, task.zone));
