import { join } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import type { Clock } from "#ports/clock/clock.ts";
import { systemClock } from "#ports/clock/system.ts";
import { createDisabledEmail } from "#ports/email/disabled.ts";
import { createSimulatedEmail } from "#ports/email/simulator.ts";
import { createSmtp } from "#ports/email/smtp.ts";
import { createJobs } from "#ports/jobs/pgboss.ts";
import type { Ports } from "#ports/ports.ts";
import { createFcm, readFcmAccount } from "#ports/push/fcm.ts";
import type { Push } from "#ports/push/push.ts";
import { createPushRouter } from "#ports/push/pushRouter.ts";
import { deriveVapidKeys } from "#ports/push/vapidKeys.ts";
import { createWebPush } from "#ports/push/webPush.ts";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { createSimulatedSms, type SimulatedSms } from "#ports/sms/simulator/simulatedSms.ts";
import { createTwilioSms } from "#ports/sms/twilio/twilioSms.ts";
import { createFileStorage } from "#ports/storage/files.ts";
import { createS3Storage } from "#ports/storage/s3.ts";
import { createSimulatedVoice, type SimulatedVoice } from "#ports/voice/simulator/simulatedVoice.ts";
import { createTwilioVoice } from "#ports/voice/twilio/twilioVoice.ts";
import { allJobs } from "./domains.ts";
import type { Env } from "./env.ts";

/** The simulated carrier for texts and calls. */
export interface Simulator {
  readonly texts: SimulatedSms;
  readonly calls: SimulatedVoice;
}

export interface BuiltPorts {
  readonly ports: Ports;
  /** Undefined with a real carrier. */
  readonly simulator: Simulator | undefined;
}

export interface PortSettings {
  readonly env: Env;
  /** The database's connection string. */
  readonly url: string;
  readonly pool: pg.Pool;
  readonly log: Logger;
  readonly secret: string;
}

/** Picks each port's adapter from the environment. */
export async function buildPorts({ env, url, pool, log, secret }: PortSettings): Promise<BuiltPorts> {
  const clock = systemClock;
  const simulator = env.twilio ? undefined : createSimulators({ pool, clock, log });
  const ports: Ports = {
    clock,
    sms: simulator?.texts ?? createTwilioSms({ ...twilioAccount(env), publicUrl: env.publicUrl, log }),
    voice: simulator?.calls ?? createTwilioVoice({ ...twilioAccount(env), publicUrl: env.publicUrl, log }),
    email: createEmail(env, pool, log),
    push: await createPush(env, secret),
    jobs: createJobs({ url, log, knownJobs: allJobs }),
    // Several nodes can share only an external database, so only then do events go through Postgres.
    realtime: createRealtime({ log, publicUrl: env.publicUrl, ...(env.databaseUrl && { pool }) }),
    storage: env.s3 ? createS3Storage(env.s3) : createFileStorage({ folder: join(env.dataDir, "files") }),
  };
  return { ports, simulator };
}

function createSimulators(options: { pool: pg.Pool; clock: Clock; log: Logger }): Simulator {
  return { texts: createSimulatedSms(options), calls: createSimulatedVoice(options) };
}

/** SMTP when a server is configured; otherwise the simulated mailbox, or with a real carrier an adapter that refuses. */
function createEmail({ smtpUrl, mailFrom, publicUrl, twilio }: Env, pool: pg.Pool, log: Logger) {
  const from = mailFrom ?? `Rooftop <no-reply@${new URL(publicUrl).hostname}>`;
  if (smtpUrl) return createSmtp({ url: smtpUrl, from, log });
  return twilio ? createDisabledEmail(log) : createSimulatedEmail({ pool, clock: systemClock, log, from });
}

/** Web Push always, and Firebase when its service account is configured. */
async function createPush({ publicUrl, adminEmail, fcmServiceAccount }: Env, secret: string): Promise<Push> {
  const contact = publicUrl.startsWith("https:") ? publicUrl : `mailto:${adminEmail}`;
  const web = createWebPush({ keys: deriveVapidKeys(secret), contact });
  return createPushRouter(
    web,
    fcmServiceAccount ? [createFcm({ account: await readFcmAccount(fcmServiceAccount) })] : [],
  );
}

function twilioAccount(env: Env) {
  if (!env.twilio) throw new Error("Twilio is not configured");
  const { accountSid, authToken, apiUrl } = env.twilio;
  const [current = "", ...previous] = authToken;
  return { accountSid, authTokens: [current, ...previous] as const, apiUrl: apiUrl ?? "https://api.twilio.com" };
}
