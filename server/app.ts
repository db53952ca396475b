import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import type pg from "pg";
import type { IceServer } from "#core/iceServers.ts";
import { acceptBodies } from "#core/server/body.ts";
import { serveDocs } from "#core/server/docs.ts";
import { answerFailures, answerUnreadable } from "#core/server/failures.ts";
import { createIntervalJobs } from "#core/server/intervalJobs.ts";
import type { Pools } from "#core/server/pools.ts";
import { createRateLimiter } from "#core/server/rateLimiter.ts";
import type { Server } from "#core/server/serve.ts";
import { serveFiles } from "#core/server/signedFileUrl.ts";
import { type RunApart, runHere } from "#core/server/threadWork.ts";
import { createWithin } from "#core/server/within.ts";
import { withStorableArguments } from "#core/storable.ts";
import { publicContacts } from "#domains/admin/publicSite/server/public.ts";
import type { Ports } from "#ports/ports.ts";
import type { Signals } from "#ports/signals/signals.ts";
import { listeners, mountDomains } from "./domains.ts";
import { createDrain, type Drain } from "./drain.ts";
import { permissionsPolicy, secureHeaders } from "./headers.ts";
import { reportHealth } from "./health.ts";
import { createGate, createIdentify } from "./session.ts";
import { headerLimits, limitSlowBodies, requestLimits } from "./slowClients.ts";
import { serveWeb } from "./web.ts";

export interface AppSettings {
  readonly pools: Pools;
  readonly ports: Ports;
  readonly log: FastifyBaseLogger;
  /** The key that hashes one-time codes. */
  readonly secret: string;
  /** The base URL for people and carriers, without a trailing slash. */
  readonly publicUrl: string;
  /** What helps the browsers of a video meeting to reach each other; none unless given. */
  readonly iceServers?: readonly IceServer[];
  /** The proxies that may name a caller's address. */
  readonly trustProxy: readonly string[];
  /** False for a process that only runs jobs (and answers `/health`). */
  readonly servesWeb: boolean;
  /** The folder of the built web app; undefined where only the API is served. */
  readonly webFolder: string | undefined;
  /** True once startup has finished. */
  readonly ready: () => boolean;
  /** Where work goes that would hold up everybody else; default: nowhere else. */
  readonly apart?: RunApart;
  /** What wakes work that rests; without, it rests to the end. */
  readonly signals?: Signals;
  /** Mounts routes that only some setups have, such as the simulator's. */
  readonly mountExtras?: (server: Server) => Promise<void>;
}

export interface ServerApp {
  readonly http: FastifyInstance;
  readonly drain: Drain;
  readonly server: Server;
  /** The same for jobs, which use their own connection pool. */
  readonly jobServer: Server;
}

/** Assembles the application. The caller decides when it listens and starts its workers. */
export async function createApp(settings: AppSettings): Promise<ServerApp> {
  const { pools, ports, log, secret, publicUrl, trustProxy, iceServers = [], apart = runHere } = settings;
  const http: FastifyInstance = Fastify({
    loggerInstance: log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    // Nobody else may name a caller's address, which limits, audit and sessions go by.
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    ...headerLimits(requestLimits),
    frameworkErrors: (error, request, reply) =>
      answerUnreadable(error, request, reply.header("permissions-policy", permissionsPolicy("/"))),
  });
  const withinOn = (pool: pg.Pool) => createWithin({ pool, eventPool: pools.events, ...ports, listeners, log });
  const within = withinOn(pools.people);
  const withinCarriers = withinOn(pools.carriers);
  const withinJobs = withinOn(pools.jobs);
  const identify = createIdentify(within, ports.clock);
  const limits = createRateLimiter(pools.people);
  const intervalJobs = createIntervalJobs({
    within: withinOn(pools.intervals),
    clock: ports.clock,
    signals: settings.signals,
    log,
  });
  const settled = { ports, log, secret, publicUrl, iceServers };
  const server: Server = {
    http,
    within,
    withinPeople: within,
    limits,
    intervalJobs,
    apart,
    identify,
    ...settled,
    mountedCalls: [],
  };
  answerFailures(http);
  const drain = createDrain(http, log);
  const slowBodies = limitSlowBodies(http, requestLimits);
  await secureHeaders(http, publicUrl);
  reportHealth(http, pools.people, settings.ready, drain.isDraining);
  await acceptBodies(http);
  const { texts, calls, mails, registrations } = mountDomains(server, { ...server, within: withinCarriers });
  // Whatever a phone sends has to be stored: a text that can't be would be repeated for ever, and a STOP in it ignored.
  await ports.sms.connect(withStorableArguments(texts), http);
  await ports.voice.connect(withStorableArguments(calls), http);
  await ports.email.connect(withStorableArguments(mails), http);
  await ports.registrar?.connect(withStorableArguments(registrations), http);
  if (settings.servesWeb) {
    serveDocs(server);
    serveFiles(http, ports, secret);
    await settings.mountExtras?.(server);
    await serveWeb(http, settings.webFolder, () => within.control("the public site", ({ db }) => publicContacts(db)));
    await ports.realtime.attach(http.server, createGate(within, ports.clock));
    slowBodies.watchBelow("/socket.io");
  }
  return { http, drain, server, jobServer: { ...server, within: withinJobs } };
}
