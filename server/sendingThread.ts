import { workerData } from "node:worker_threads";
import { phoneKeyOption } from "#core/server/phoneKey.ts";
import { openPool } from "#core/server/postgres.ts";
import { systemClock } from "#ports/clock/system.ts";
import { createSimulatedSms } from "#ports/sms/simulator/simulatedSms.ts";
import { answerWork } from "./answerWork.ts";
import { carriers } from "./carriers.ts";
import type { Env } from "./env.ts";
import { createLog } from "./log.ts";

/** What the thread is given. */
export interface SendingThreadData {
  readonly env: Pick<Env, "smsProvider" | "carrierSettings" | "publicUrl" | "logLevel">;
  /** The database's connection string. */
  readonly url: string;
  readonly secret: string;
}

const { env, url, secret } = workerData as SendingThreadData;
const { smsProvider, carrierSettings = {}, publicUrl } = env;
/** A claim and two rounds for each of two locations, and what they lead to. */
const connections = 8;

const log = createLog(env.logLevel);
const clock = systemClock;
const pool = openPool(url, log, connections, phoneKeyOption(secret));
const sms =
  smsProvider === "simulator"
    ? createSimulatedSms({ pool, clock, log })
    : carriers[smsProvider].sms.create(carrierSettings, { publicUrl, log });
answerWork({ pool, url, sms, clock, log, secret, publicUrl });
