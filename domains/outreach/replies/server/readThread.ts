import { parentPort, workerData } from "node:worker_threads";
import { readReply } from "./readReply.ts";

// The thread does this one thing and ends.
parentPort?.postMessage(await readReply(workerData as Uint8Array));
