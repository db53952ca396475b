import { join } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import type { Pools } from "#core/server/pools.ts";
import type { CalendarAccounts } from "#ports/calendar/calendar.ts";
import { calendarHostsAt, createGoogleCalendars } from "#ports/calendar/google.ts";
import { createPublicFeed } from "#ports/calendar/publicFeed.ts";
import { createSimulatedCalendars, type SimulatedCalendars } from "#ports/calendar/simulator.ts";
import type { Clock } from "#ports/clock/clock.ts";
import { systemClock } from "#ports/clock/system.ts";
import { createResolver } from "#ports/dns/resolver.ts";
import type { SimulatedEmail } from "#ports/email/simulator.ts";
import { createJobs } from "#ports/jobs/pgboss.ts";
import type { LeadForms } from "#ports/leadForms/leadForms.ts";
import { createMetaLeadForms, metaHostsAt } from "#ports/leadForms/meta/meta.ts";
import { createSimulatedLeadForms, type SimulatedLeadForms } from "#ports/leadForms/simulator.ts";
import type { Ports } from "#ports/ports.ts";
import { createFcm, readFcmAccount } from "#ports/push/fcm.ts";
import type { Push } from "#ports/push/push.ts";
import { createPushRouter } from "#ports/push/pushRouter.ts";
import { deriveVapidKeys } from "#ports/push/vapidKeys.ts";
import { createWebPush } from "#ports/push/webPush.ts";
import { createRealtime } from "#ports/realtime/socketio.ts";
import { createSimulatedRegistrar, type SimulatedRegistrar } from "#ports/registration/simulator/simulatedRegistrar.ts";
import { createGoogleReviews, hostsAt } from "#ports/reviews/google.ts";
import type { ReviewSites } from "#ports/reviews/reviews.ts";
import { createSimulatedReviews, type SimulatedReviewSites } from "#ports/reviews/simulator.ts";
import type { Signals } from "#ports/signals/signals.ts";
import { createSimulatedSms, type SimulatedSms } from "#ports/sms/simulator/simulatedSms.ts";
import { createFileStorage } from "#ports/storage/files.ts";
import { createS3Storage } from "#ports/storage/s3.ts";
import { createSimulatedVoice, type SimulatedVoice } from "#ports/voice/simulator/simulatedVoice.ts";
import { createPublicWebsites } from "#ports/websites/publicWebsites.ts";
import { carriers } from "./carriers.ts";
import { createEmail } from "./createEmail.ts";
import { allJobs } from "./domains.ts";
import type { Env } from "./env.ts";

/** The simulated carrier for texts and calls, and the mailboxes. */
export interface Simulator {
  readonly texts: SimulatedSms;
  readonly calls: SimulatedVoice;
  readonly registrar?: SimulatedRegistrar;
  /** Undefined with a mail server. */
  readonly mails?: SimulatedEmail;
  /** Undefined with Google. */
  readonly reviews?: SimulatedReviewSites;
  readonly calendars?: SimulatedCalendars;
  /** Undefined with Meta. */
  readonly leadForms?: SimulatedLeadForms;
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
  readonly pools: Pools;
  readonly signals: Signals;
  readonly log: Logger;
  readonly secret: string;
}

/** Picks each port's adapter from the environment. */
export async function buildPorts({ env, url, pools, signals, log, secret }: PortSettings): Promise<BuiltPorts> {
  const clock = systemClock;
  const { sms, voice, registrar, simulator } = createCarriers(env, { pool: pools.simulated, clock, log });
  const { email, mails } = createEmail(env, pools.simulated, log);
  const { reviews, calendarAccounts, played } = createAccounts(env, pools.simulated);
  const { leadForms, simulated } = createLeadForms(env, pools.simulated);
  const ports: Ports = {
    clock,
    sms,
    voice,
    registrar,
    email,
    dns: createResolver(),
    websites: createPublicWebsites(),
    calendars: createPublicFeed(),
    calendarAccounts,
    reviews,
    leadForms,
    push: await createPush(env, secret),
    jobs: createJobs({ url, log, signals, knownJobs: allJobs }),
    // Several nodes can share only an external database, so only then do events go through Postgres.
    realtime: createRealtime({ log, publicUrl: env.publicUrl, ...(env.databaseUrl && { pool: pools.jobs }) }),
    storage: env.s3 ? createS3Storage(env.s3) : createFileStorage({ folder: join(env.dataDir, "files") }),
  };
  return {
    ports,
    simulator: simulator && {
      ...simulator,
      ...(mails && { mails }),
      ...played,
      ...(simulated && { leadForms: simulated }),
    },
  };
}

/** Texts, calls and registrations, by the chosen carrier or simulated. */
function createCarriers(
  { smsProvider, voiceProvider, carrierSettings = {}, publicUrl, adminEmail }: Env,
  options: { pool: pg.Pool; clock: Clock; log: Logger },
): Pick<Ports, "sms" | "voice" | "registrar"> & Pick<BuiltPorts, "simulator"> {
  if (smsProvider === "simulator" || voiceProvider === "simulator") {
    const [texts, calls] = [createSimulatedSms(options), createSimulatedVoice(options)];
    const registrar = createSimulatedRegistrar(options);
    return { sms: texts, voice: calls, registrar, simulator: { texts, calls, registrar } };
  }
  const context = { publicUrl, log: options.log, operatorEmail: adminEmail };
  return {
    sms: carriers[smsProvider].sms.create(carrierSettings, context),
    voice: carriers[voiceProvider].voice.create(carrierSettings, context),
    registrar: carriers[smsProvider].registration?.create(carrierSettings, context),
    simulator: undefined,
  };
}

interface BuiltAccounts {
  readonly reviews?: ReviewSites;
  readonly calendarAccounts?: CalendarAccounts;
  readonly played?: Pick<Simulator, "reviews" | "calendars">;
}

/** Google with the operator's keys; otherwise, besides a simulated carrier, reviews and calendars that are played as well. */
function createAccounts({ google, smsProvider }: Env, pool: pg.Pool): BuiltAccounts {
  if (google) {
    const { clientId, clientSecret, url } = google;
    const client = { clientId, clientSecret };
    return {
      reviews: createGoogleReviews({ ...client, ...(url && { hosts: hostsAt(url) }) }),
      calendarAccounts: createGoogleCalendars({ ...client, ...(url && { hosts: calendarHostsAt(url) }) }),
    };
  }
  if (smsProvider !== "simulator") return {};
  const reviews = createSimulatedReviews({ pool, clock: systemClock });
  const calendars = createSimulatedCalendars({ pool, clock: systemClock });
  return { reviews, calendarAccounts: calendars, played: { reviews, calendars } };
}

/** Meta with the operator's keys; otherwise, besides a simulated carrier, pages that are played as well. */
function createLeadForms(
  { meta, smsProvider }: Env,
  pool: pg.Pool,
): { readonly leadForms?: LeadForms; readonly simulated?: SimulatedLeadForms } {
  if (meta) {
    const { url, ...app } = meta;
    return { leadForms: createMetaLeadForms({ ...app, ...(url && { hosts: metaHostsAt(url) }) }) };
  }
  if (smsProvider !== "simulator") return {};
  const simulated = createSimulatedLeadForms({ pool, clock: systemClock });
  return { leadForms: simulated, simulated };
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
