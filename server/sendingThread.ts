import { workerData } from "node:worker_threads";
import { systemClock } from "#ports/clock/system.ts";
import { answerFromEnv, type SendingThreadData } from "./answerFromEnv.ts";

answerFromEnv(workerData as SendingThreadData, systemClock);
