import { workerData } from "node:worker_threads";
import { pino } from "pino";
import { openPool } from "#core/server/postgres.ts";
import { systemClock } from "#ports/clock/system.ts";
import { answerWork } from "#server/answerWork.ts";
import { createRecordedMails } from "../recordedMails.ts";
import { createScriptedSms } from "../scriptedSms.ts";

const { url } = workerData as { url: string };
const log = pino({ level: "silent" });
const pool = openPool(url, log, 2);
const settings = { secret: "x".repeat(32), publicUrl: "https://rooftop.test" };
answerWork({ pool, url, sms: createScriptedSms(), email: createRecordedMails(), clock: systemClock, log, ...settings });
