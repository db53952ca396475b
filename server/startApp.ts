import { join } from "node:path";
import { openPools } from "#core/server/pools.ts";
import type { EmbeddedDatabase } from "#database/embedded.ts";
import { createSignals } from "#ports/signals/postgres.ts";
import type { SendingThreadData } from "./answerFromEnv.ts";
import { createApp } from "./app.ts";
import { startDomainWorkers } from "./domains.ts";
import type { Env } from "./env.ts";
import { firstStart, type InitialSignIn } from "./firstStart.ts";
import { createLog } from "./log.ts";
import { buildPorts } from "./ports.ts";
import { prepareDatabase, prepareHostedDatabase } from "./prepareDatabase.ts";
import { print } from "./print.ts";
import { loadOrCreateSecretKey } from "./secretKey.ts";
import { mountGuardedSimulator } from "./simulator.ts";
import { isPrivateSetup } from "./simulatorAccess.ts";
import { startNotes } from "./startNotes.ts";
import { whenReachable } from "./whenReachable.ts";
import { createWorkThread, type WorkThread, type WorkThreadSettings } from "./workThread.ts";

const webFolder = join(import.meta.dirname, "../dist/web");

/** Starts the app on a running database and returns a function that stops both, in reverse order. */
export async function startApp(
  env: Env,
  database: EmbeddedDatabase,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const log = createLog(env.logLevel);
  const cleanups: (() => Promise<unknown>)[] = [() => database.stop()];
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) {
      await cleanup().catch((error: unknown) => log.error({ err: error }, "did not shut down cleanly"));
    }
  };
  try {
    const url = await whenReachable(() => prepare(env, database.url), { print, signal });
    const secret = await loadOrCreateSecretKey(env);
    const pools = openPools(url, log, secret);
    cleanups.push(() => pools.end());
    const signals = createSignals({ url, log });
    cleanups.push(() => signals.stop());
    const { ports, simulator } = await buildPorts({ env, url, pools, signals, log, secret });
    const thread = createSendingThread(env, { url, secret, realtime: ports.realtime, log });
    let isReady = false;
    const app = await createApp({
      pools,
      ports,
      log,
      secret,
      publicUrl: env.publicUrl,
      trustProxy: env.trustProxy,
      iceServers: env.iceServers,
      servesWeb: env.role !== "worker",
      webFolder,
      ...(thread && { apart: thread.run }),
      ready: () => isReady,
      signals,
      ...(simulator && {
        mountExtras: (server) => mountGuardedSimulator(server, { simulator, pool: pools.simulated, env, webFolder }),
      }),
    });
    cleanups.push(() => app.drain.run());
    await app.http.listen({ port: env.port, host: env.host });
    cleanups.push(() => ports.realtime.stop());
    cleanups.push(() => ports.sms.stop());
    cleanups.push(() => ports.voice.stop());
    cleanups.push(async () => ports.registrar?.stop());
    cleanups.push(() => ports.email.stop());
    cleanups.push(() => ports.push.stop());
    cleanups.push(() => ports.calendars.stop());
    cleanups.push(() => ports.jobs.stop());
    const [signIns] = await Promise.all([
      firstStart(env, app.server),
      ports.jobs.start({ worker: env.role !== "web" }),
      env.role !== "web" && signals.start(),
    ]);
    if (thread) cleanups.push(() => thread.stop());
    cleanups.push(() => app.server.intervalJobs.stop());
    if (env.role !== "web") {
      await startDomainWorkers(app.jobServer);
      app.server.intervalJobs.start();
    }
    // The first to end is what takes requests and jobs.
    cleanups.push(async () => {
      ports.jobs.pause();
      ports.realtime.release();
      await app.drain.run();
    });
    isReady = true;
    printWelcome(env, app.http.listeningOrigin, signIns, Object.values(ports.registrar?.unavailable ?? {}));
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Campaigns are sent in it. A simulated carrier reports from this process's memory, so it sends from here. */
function createSendingThread(
  env: Env,
  { url, secret, realtime, log }: Pick<WorkThreadSettings, "realtime" | "log"> & Omit<SendingThreadData, "env">,
): WorkThread | undefined {
  const { smsProvider } = env;
  if (smsProvider === "simulator") return undefined;
  const data: SendingThreadData = { env: { ...env, smsProvider }, url, secret };
  return createWorkThread({ entry: new URL("./sendingThread.ts", import.meta.url), data, realtime, log });
}

/** Prepares the database and returns the URL that the app connects with: with DATABASE_URL, that one for everything. */
async function prepare(env: Env, ownerUrl: string): Promise<string> {
  const { applied, appUrl } = env.databaseUrl
    ? { applied: await prepareHostedDatabase(ownerUrl), appUrl: ownerUrl }
    : await prepareDatabase(ownerUrl);
  if (applied.length > 0) print(`Database: ${applied.length} migrations applied`);
  return appUrl;
}

function printWelcome(
  env: Env,
  origin: string,
  signIns: readonly InitialSignIn[],
  carrierNotes: readonly string[],
): void {
  print(`\nRooftop is ready: ${env.publicUrl.includes(`:${env.port}`) ? origin : env.publicUrl}`);
  for (const { label, email, password } of signIns) print(`  ${label.padEnd(22)} ${email}   password: ${password}`);
  if (env.smsProvider === "simulator" && env.role !== "worker") {
    const isPrivate = isPrivateSetup(env);
    const phones = isPrivate
      ? `${origin}/simulator`
      : `${env.publicUrl}/simulator (sign in as the platform operator first)`;
    print(`  Simulated phones       ${phones}`);
  }
  if (env.role !== "worker") for (const note of [...startNotes(env), ...carrierNotes]) print(`\n  ! ${note}`);
  print("");
}
