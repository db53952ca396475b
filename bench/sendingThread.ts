import { workerData } from "node:worker_threads";
import { pino } from "pino";
import { openPool } from "#core/server/postgres.ts";
import { createDisabledEmail } from "#ports/email/disabled.ts";
import type { TwilioAccount } from "#ports/sms/twilio/account.ts";
import { createTwilioSms } from "#ports/sms/twilio/twilioSms.ts";
import { answerWork } from "#server/answerWork.ts";
import { createFastClock, type FastTime } from "#testing/campaigns/workerClock.ts";

/** What the sender's thread of a benchmark is given. */
export interface BenchThreadData {
  /** The database's connection string. */
  readonly url: string;
  /** Where the carrier is. */
  readonly sink: string;
  readonly account: Omit<TwilioAccount, "apiUrl">;
  readonly time: FastTime;
}

const { url, sink, account, time } = workerData as BenchThreadData;
const log = pino({ level: "silent" });
const publicUrl = "https://rooftop.test";
const carrier = createTwilioSms({ ...account, apiUrl: sink, publicUrl, log });
const pool = openPool(url, log, 8);
const email = createDisabledEmail(log);
const sms = { ...carrier, segmentsPerSecond: 1_000_000 };
answerWork({ pool, url, sms, email, clock: createFastClock(time), log, secret: "x".repeat(32), publicUrl });
