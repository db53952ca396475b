import { phoneKeyOption } from "#core/server/phoneKey.ts";
import { openPool } from "#core/server/postgres.ts";
import type { Clock } from "#ports/clock/clock.ts";
import { answerWork } from "./answerWork.ts";
import { type CarrierName, carriers } from "./carriers.ts";
import { createEmail, type EmailEnv } from "./createEmail.ts";
import type { Env } from "./env.ts";
import { createLog } from "./log.ts";

/** What a sending thread is given. A simulated carrier has none: it reports from the memory of the process. */
export interface SendingThreadData {
  readonly env: EmailEnv & Pick<Env, "carrierSettings" | "logLevel"> & { readonly smsProvider: CarrierName };
  /** The database's connection string. */
  readonly url: string;
  readonly secret: string;
}

/** A claim and two rounds for each of two locations, and what they lead to. */
const connections = 8;

/** Does in this thread what the process asks for, with the carrier and the mail server that the environment names. */
export function answerFromEnv({ env, url, secret }: SendingThreadData, clock: Clock): void {
  const { smsProvider, carrierSettings = {}, publicUrl } = env;
  const log = createLog(env.logLevel);
  const pool = openPool(url, log, connections, phoneKeyOption(secret));
  const sms = carriers[smsProvider].sms.create(carrierSettings, { publicUrl, log });
  const { email } = createEmail(env, pool, log);
  answerWork({ pool, url, sms, email, clock, log, secret, publicUrl });
}
