import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { pino } from "pino";
import type { Caller } from "#core/client.ts";
import type { Pools } from "#core/server/pools.ts";
import type { Server } from "#core/server/serve.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { createSimulatedCalendars, type SimulatedCalendars } from "#ports/calendar/simulator.ts";
import { createFakeClock, type FakeClock } from "#ports/clock/fakeClock.ts";
import { createSimulatedLeadForms, type SimulatedLeadForms } from "#ports/leadForms/simulator.ts";
import type { Ports } from "#ports/ports.ts";
import { createSimulatedRegistrar, type SimulatedRegistrar } from "#ports/registration/simulator/simulatedRegistrar.ts";
import { createSimulatedReviews, type SimulatedReviewSites } from "#ports/reviews/simulator.ts";
import { createFileStorage } from "#ports/storage/files.ts";
import { type AppSettings, createApp } from "#server/app.ts";
import { startDomainWorkers } from "#server/domains.ts";
import { addDealership, addOperator, type Dealership, password } from "./dealership.ts";
import { injectedCaller } from "./injectedCaller.ts";
import { leaseDatabase } from "./leasedDatabase.ts";
import { createManualJobs, type ManualJobs } from "./manualJobs.ts";
import { createRecordedEvents, type RecordedEvents } from "./recordedEvents.ts";
import { createRecordedMails, type RecordedMails } from "./recordedMails.ts";
import { createRecordedPushes, type RecordedPushes } from "./recordedPushes.ts";
import { createScriptedCalendars, type ScriptedCalendars } from "./scriptedCalendars.ts";
import { createScriptedDns, type ScriptedDns } from "./scriptedDns.ts";
import { createScriptedSms, type ScriptedSms } from "./scriptedSms.ts";
import { createScriptedVoice, type ScriptedVoice } from "./scriptedVoice.ts";
import { createScriptedWebsites, type ScriptedWebsites } from "./scriptedWebsites.ts";
import { testStart } from "./testTime.ts";

/** The whole application on its own database, with a carrier, queue, browsers and clock under the test's control. */
export interface TestApp {
  readonly http: FastifyInstance;
  readonly server: Server;
  /** The same with the connections of jobs. */
  readonly jobServer: Server;
  readonly pools: Pools;
  /** For the test's own statements: it connects as the database's owner, whom nothing is hidden from. */
  readonly pool: pg.Pool;
  /** How the app itself connects. */
  readonly appUrl: string;
  readonly sms: ScriptedSms;
  readonly voice: ScriptedVoice;
  readonly dns: ScriptedDns;
  readonly websites: ScriptedWebsites;
  readonly calendars: ScriptedCalendars;
  readonly calendarAccounts: SimulatedCalendars;
  readonly reviewSites: SimulatedReviewSites;
  readonly leadForms: SimulatedLeadForms;
  /** The app has it only with `registers`. */
  readonly registrar: SimulatedRegistrar;
  readonly mails: RecordedMails;
  readonly pushes: RecordedPushes;
  readonly jobs: ManualJobs;
  readonly events: RecordedEvents;
  readonly clock: FakeClock;
  /** Creates a business with two locations, users of every role, and a number for each location. */
  dealership(): Promise<Dealership>;
  operator(): Promise<{ email: string }>;
  /** Signs in and returns a typed caller; `location_id` is the acting location. */
  signIn(email: string, location_id?: number): Promise<Caller>;
  /** Signs in and returns the token. */
  token(email: string): Promise<string>;
  /** A caller that is not signed in. */
  readonly anyone: Caller;
  close(): Promise<void>;
}

/** The base URL that carriers and customers would use. */
export const testUrl = "https://rooftop.test";

const testSecret = "a secret of tests, thirty-two characters";

interface TestAppOptions extends Partial<Pick<AppSettings, "trustProxy">> {
  /** With the simulated registrar; default: the carrier asks for no registration. */
  readonly registers?: boolean;
}

/**
 * Starts the app. Close it after a file's tests.
 *
 * @param carriers replace the scripted ones, which then receive nothing.
 */
export async function startTestApp(
  carriers: Partial<
    Pick<Ports, "sms" | "voice" | "registrar" | "email" | "reviews" | "calendarAccounts" | "leadForms">
  > = {},
  { trustProxy = [], registers = false }: TestAppOptions = {},
): Promise<TestApp> {
  const database = await leaseDatabase(testSecret);
  const { pools, pool } = database;
  const log = pino({ level: "silent" });
  const folder = await mkdtemp(join(tmpdir(), "rooftop-test-"));
  const clock = createFakeClock(testStart());
  const [sms, jobs, events] = [createScriptedSms(), createManualJobs(clock), createRecordedEvents()];
  const voice = createScriptedVoice();
  const [mails, pushes, storage] = [createRecordedMails(), createRecordedPushes(), createFileStorage({ folder })];
  const [dns, calendars] = [createScriptedDns(), createScriptedCalendars()];
  const websites = createScriptedWebsites();
  const reviewSites = createSimulatedReviews({ pool, clock });
  const calendarAccounts = createSimulatedCalendars({ pool, clock });
  const leadForms = createSimulatedLeadForms({ pool, clock });
  const registrar = createSimulatedRegistrar({ pool, clock, log });
  const ports = {
    sms,
    voice,
    dns,
    websites,
    calendars,
    calendarAccounts,
    reviews: reviewSites,
    leadForms,
    email: mails,
    push: pushes,
    jobs,
    realtime: events,
    clock,
    storage,
    ...(registers && { registrar }),
    ...carriers,
  };
  const web = { servesWeb: true, publicUrl: testUrl, trustProxy, webFolder: undefined };
  const settings = { pools, ports, log, secret: testSecret, ...web, ready: () => true };
  const { http, server, jobServer } = await createApp(settings);
  await startDomainWorkers(jobServer);
  await http.ready();
  const anyone = injectedCaller(http);
  const token = async (email: string) =>
    (await anyone(accounts.login, { body: { email, password, remember_me: 0 } })).data.access_token;
  return {
    http,
    server,
    jobServer,
    pools,
    pool,
    appUrl: database.appUrl,
    sms,
    voice,
    dns,
    websites,
    calendars,
    calendarAccounts,
    reviewSites,
    leadForms,
    registrar,
    mails,
    pushes,
    jobs,
    events,
    clock,
    anyone,
    token,
    dealership: () => server.within.control("test", addDealership),
    operator: () => server.within.control("test", addOperator),
    signIn: async (email, location_id) => injectedCaller(http, await token(email), location_id),
    async close() {
      await http.close();
      await registrar.stop();
      await database.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
