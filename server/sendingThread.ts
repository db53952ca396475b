import { workerData } from "node:worker_threads";
import { phoneKeyOption } from "#core/server/phoneKey.ts";
import { openPool } from "#core/server/postgres.ts";
import { systemClock } from "#ports/clock/system.ts";
import { answerWork } from "./answerWork.ts";
import { type CarrierName, carriers } from "./carriers.ts";
import { createEmail, type EmailEnv } from "./createEmail.ts";
import type { Env } from "./env.ts";
import { createLog } from "./log.ts";

/** What the thread is given. A simulated carrier has none: it reports from the memory of the process. */
export interface SendingThreadData {
  readonly env: EmailEnv & Pick<Env, "carrierSettings" | "logLevel"> & { readonly smsProvider: CarrierName };
  /** The database's connection string. */
  readonly url: string;
  readonly secret: string;
}

const { env, url, secret } = workerData as SendingThreadData;
const { smsProvider, carrierSettings = {}, publicUrl } = env;
/** A claim and two rounds for each of two locations, and what they lead to. */
const connections = 8;

const log = createLog(env.logLevel);
const pool = openPool(url, log, connections, phoneKeyOption(secret));
const sms = carriers[smsProvider].sms.create(carrierSettings, { publicUrl, log });
const { email } = createEmail(env, pool, log);
answerWork({ pool, url, sms, email, clock: systemClock, log, secret, publicUrl });
