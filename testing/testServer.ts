import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type pg from "pg";
import { pino } from "pino";
import type { CallMap } from "#core/call.ts";
import type { Role, Scope } from "#core/people.ts";
import { acceptBodies } from "#core/server/body.ts";
import { serveDocs } from "#core/server/docs.ts";
import { answerFailures, answerUnreadable } from "#core/server/failures.ts";
import type { Identity } from "#core/server/identity.ts";
import { createIntervalJobs } from "#core/server/intervalJobs.ts";
import { openPool } from "#core/server/postgres.ts";
import { createRateLimiter } from "#core/server/rateLimiter.ts";
import { type Handlers, type Server, serve } from "#core/server/serve.ts";
import { runHere } from "#core/server/threadWork.ts";
import { createWithin } from "#core/server/within.ts";
import { createFakeClock } from "#ports/clock/fakeClock.ts";
import type { Storage } from "#ports/storage/storage.ts";
import { freshDatabase } from "./database.ts";
import { createManualJobs, type ManualJobs } from "./manualJobs.ts";
import { createRecordedEvents, type RecordedEvents } from "./recordedEvents.ts";
import { createRecordedMails } from "./recordedMails.ts";
import { createRecordedPushes } from "./recordedPushes.ts";
import { createScriptedCalendars } from "./scriptedCalendars.ts";
import { createScriptedDns } from "./scriptedDns.ts";
import { createScriptedSms } from "./scriptedSms.ts";
import { createScriptedVoice } from "./scriptedVoice.ts";
import { createScriptedWebsites } from "./scriptedWebsites.ts";
import { testStart } from "./testTime.ts";

/** The call machinery without any domain: a test brings its own calls. */
export interface TestServer {
  readonly server: Server;
  readonly pool: pg.Pool;
  readonly jobs: ManualJobs;
  readonly events: RecordedEvents;
  /** The user behind the next requests; undefined for an unknown one. */
  signedIn: Identity | undefined;
  /** Every logged line. */
  readonly logged: string[];
  close(): Promise<void>;
}

export function testIdentity(role: Role, dealer_id = 1, location_id: number | null = 1): Identity {
  const who = { user_id: 7, first_name: "Ana", last_name: "Diaz", role, del_allowed: false, session_id: 9 };
  return { who, scope: { dealer_id, location_id } as Scope };
}

/** Starts a server with these calls. Close it after a file's tests. */
export async function startTestServer<T extends CallMap>(calls: T, handlers: Handlers<T>): Promise<TestServer> {
  const database = await freshDatabase();
  const logged: string[] = [];
  const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
  const pool = openPool(database.url, log, 8);
  const clock = createFakeClock(testStart());
  const [jobs, events] = [createManualJobs(clock), createRecordedEvents()];
  const storage: Storage = { put: noFiles, get: noFiles, remove: noFiles };
  const carriers = { sms: createScriptedSms(), voice: createScriptedVoice(), email: createRecordedMails() };
  const ports = {
    ...carriers,
    dns: createScriptedDns(),
    websites: createScriptedWebsites(),
    calendars: createScriptedCalendars(),
    push: createRecordedPushes(),
    jobs,
    realtime: events,
    clock,
    storage,
  };
  const http: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    bodyLimit: 1024 * 1024,
    frameworkErrors: answerUnreadable,
  });
  const within = createWithin({ pool, ...ports });
  const identify = async () => app.signedIn;
  const server: Server = {
    http,
    within,
    withinPeople: within,
    ports,
    limits: createRateLimiter(pool),
    intervalJobs: createIntervalJobs({ within, clock, log }),
    identify,
    log,
    secret: "x".repeat(32),
    publicUrl: "https://rooftop.test",
    iceServers: [],
    apart: runHere,
    mountedCalls: [],
  };
  const app: TestServer = {
    server,
    pool,
    jobs,
    events,
    logged,
    signedIn: undefined,
    async close() {
      await http.close();
      await pool.end();
      await database.drop();
    },
  };
  answerFailures(http);
  await acceptBodies(http);
  serve(server, calls, handlers);
  serveDocs(server);
  await http.ready();
  return app;
}

function noFiles(): never {
  throw new Error("There are no files here");
}
