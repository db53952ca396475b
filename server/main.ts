import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openPools } from "#core/server/pools.ts";
import { type EmbeddedDatabase, startEmbedded } from "#database/embedded.ts";
import { migrate } from "#database/migrate.ts";
import { createApp } from "./app.ts";
import { startDomainWorkers } from "./domains.ts";
import { type Env, InvalidEnvError, readEnv } from "./env.ts";
import { firstStart, type InitialSignIn } from "./firstStart.ts";
import { createLog } from "./log.ts";
import { buildPorts } from "./ports.ts";
import { loadOrCreateSecretKey } from "./secretKey.ts";
import { mountGuardedSimulator } from "./simulator.ts";

const webFolder = join(import.meta.dirname, "../dist/web");
const print = (text: string) => process.stdout.write(`${text}\n`);

/** Starts everything in order and returns a function that stops it in reverse order. */
async function start(env: Env): Promise<() => Promise<void>> {
  const log = createLog(env.logLevel);
  const cleanups: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) {
      await cleanup().catch((error: unknown) => log.error({ err: error }, "could not end in order"));
    }
  };
  try {
    await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
    const database = await openDatabase(env);
    cleanups.push(() => database.stop());
    const applied = await migrate(database.url);
    if (applied.length > 0) print(`Database: ${applied.length} migrations applied`);
    const pools = openPools(database.url, log);
    cleanups.push(() => pools.end());
    const secret = await loadOrCreateSecretKey(env);
    const { ports, simulator } = await buildPorts({ env, url: database.url, pool: pools.jobs, log, secret });
    let isReady = false;
    const app = await createApp({
      pools,
      ports,
      log,
      secret,
      publicUrl: env.publicUrl,
      servesWeb: env.role !== "worker",
      webFolder,
      ready: () => isReady,
      ...(simulator && {
        mountExtras: (server) => mountGuardedSimulator(server, { simulator, pool: pools.jobs, env, webFolder }),
      }),
    });
    cleanups.push(() => app.http.close());
    await app.http.listen({ port: env.port, host: env.host });
    const signIns = await firstStart(env, app.server);
    cleanups.push(() => ports.realtime.stop());
    cleanups.push(() => ports.sms.stop());
    cleanups.push(() => ports.voice.stop());
    cleanups.push(() => ports.email.stop());
    cleanups.push(() => ports.push.stop());
    cleanups.push(() => ports.jobs.stop());
    await ports.jobs.start({ worker: env.role !== "web" });
    cleanups.push(() => app.server.ticker.stop());
    if (env.role !== "web") {
      await startDomainWorkers(app.jobServer);
      app.server.ticker.start();
    }
    isReady = true;
    printWelcome(env, app.http.listeningOrigin, signIns);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openDatabase(env: Env): Promise<EmbeddedDatabase> {
  if (env.databaseUrl) return { url: env.databaseUrl, stop: async () => {} };
  return startEmbedded({ dataDir: env.dataDir, log: print });
}

function printWelcome(env: Env, origin: string, signIns: readonly InitialSignIn[]): void {
  print(`\nRooftop is ready: ${env.publicUrl.includes(`:${env.port}`) ? origin : env.publicUrl}`);
  for (const { label, email, password } of signIns) print(`  ${label.padEnd(22)} ${email}   password: ${password}`);
  if (env.smsProvider === "simulator" && env.role !== "worker") print(`  Simulated phones       ${origin}/simulator`);
  print("");
}

/** A failed start as text for people; unexpected errors keep their stack. */
function explain(error: unknown, env: Env | undefined): string {
  const { code, message, name, stack } = error as Error & { code?: string };
  if (code === "EADDRINUSE")
    return `Port ${env?.port} is in use by another program. Choose another: PORT=3001 npm start`;
  if (code === "EACCES") return `Port ${env?.port} or the data folder ${env?.dataDir} may not be used: ${message}`;
  if (error instanceof InvalidEnvError) return message;
  if (code === "ECONNREFUSED" || code === "ENOTFOUND") return `The database does not answer: ${message}`;
  // Rooftop throws plain Errors with a message for people; anything else is unexpected.
  return name === "Error" && !code ? message : (stack ?? message);
}

let env: Env | undefined;
try {
  env = readEnv(process.env);
  const starting = start(env);
  const shutDown = once(async () => {
    const stop = await starting.catch(() => undefined);
    await stop?.();
    process.exit(0);
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, shutDown);
  // Stop together with the program that started this one.
  if (process.connected) process.once("disconnect", shutDown);
  await starting;
} catch (error) {
  process.stderr.write(`\n${explain(error, env)}\n`);
  process.exit(1);
}

function once(action: () => unknown): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
