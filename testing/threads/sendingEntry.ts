import { workerData } from "node:worker_threads";
import { answerFromEnv, type SendingThreadData } from "#server/answerFromEnv.ts";
import { createFastClock, type FastTime } from "../campaigns/workerClock.ts";

/** A sending thread with a clock of the test's. */
export interface TimedThreadData extends SendingThreadData {
  readonly time: FastTime;
}

const data = workerData as TimedThreadData;
answerFromEnv(data, createFastClock(data.time));
