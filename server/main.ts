import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { openPools } from "#core/server/pools.ts";
import { type Embedded, startEmbedded } from "#database/embedded.ts";
import { migrate } from "#database/migrate.ts";
import { createApp } from "./app.ts";
import { workDomains } from "./domains.ts";
import { type Env, EnvRefusal, readEnv } from "./env.ts";
import { firstStart, type SignIn } from "./firstStart.ts";
import { createLog } from "./log.ts";
import { buildPorts } from "./ports.ts";
import { secretKey } from "./secretKey.ts";
import { mountSimulatorOf } from "./simulator.ts";

const webFolder = join(import.meta.dirname, "../dist/web");
const say = (text: string) => process.stdout.write(`${text}\n`);

/** Starts everything in order, and answers how to end it. */
async function start(env: Env): Promise<() => Promise<void>> {
  const log = createLog(env.logLevel);
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) {
      await end().catch((error: unknown) => log.error({ err: error }, "could not end in order"));
    }
  };
  try {
    await mkdir(env.dataDir, { recursive: true, mode: 0o700 });
    const database = await databaseOf(env);
    ends.push(() => database.stop());
    const applied = await migrate(database.url);
    if (applied.length > 0) say(`Database: ${applied.length} migrations applied`);
    const pools = openPools(database.url, log);
    ends.push(() => pools.end());
    const secret = await secretKey(env);
    const { ports, simulator } = await buildPorts({ env, url: database.url, pool: pools.jobs, log, secret });
    const state = { ready: false };
    const app = await createApp({
      pools,
      ports,
      log,
      secret,
      publicUrl: env.publicUrl,
      servesWeb: env.role !== "worker",
      webFolder,
      ready: () => state.ready,
      ...(simulator && { more: (server) => mountSimulatorOf(server, { simulator, pool: pools.jobs, env, webFolder }) }),
    });
    ends.push(() => app.http.close());
    await app.http.listen({ port: env.port, host: env.host });
    const signIns = await firstStart(env, app.server);
    ends.push(() => ports.realtime.stop());
    ends.push(() => ports.sms.stop());
    ends.push(() => ports.voice.stop());
    ends.push(() => ports.email.stop());
    ends.push(() => ports.push.stop());
    ends.push(() => ports.jobs.stop());
    await ports.jobs.start({ worker: env.role !== "web" });
    ends.push(() => app.server.ticker.stop());
    if (env.role !== "web") {
      await workDomains(app.forJobs);
      app.server.ticker.start();
    }
    state.ready = true;
    greet(env, app.http.listeningOrigin, signIns);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function databaseOf(env: Env): Promise<Embedded> {
  if (env.databaseUrl) return { url: env.databaseUrl, stop: async () => {} };
  return startEmbedded({ dataDir: env.dataDir, log: say });
}

function greet(env: Env, origin: string, signIns: readonly SignIn[]): void {
  say(`\nRooftop is ready: ${env.publicUrl.includes(`:${env.port}`) ? origin : env.publicUrl}`);
  for (const { who, email, password } of signIns) say(`  ${who.padEnd(22)} ${email}   password: ${password}`);
  if (!env.twilio && env.role !== "worker") say(`  Simulated phones       ${origin}/simulator`);
  say("");
}

/** What stops a start, in words; a stack only for what nobody foresaw. */
function explain(error: unknown, env: Env | undefined): string {
  const { code, message, name, stack } = error as Error & { code?: string };
  if (code === "EADDRINUSE")
    return `Port ${env?.port} is in use by another program. Choose another: PORT=3001 npm start`;
  if (code === "EACCES") return `Port ${env?.port} or the data folder ${env?.dataDir} may not be used: ${message}`;
  if (error instanceof EnvRefusal) return message;
  if (code === "ECONNREFUSED" || code === "ENOTFOUND") return `The database does not answer: ${message}`;
  // A plain error is one that this program words for people; others come from where nobody looked.
  return name === "Error" && !code ? message : (stack ?? message);
}

let env: Env | undefined;
try {
  env = readEnv(process.env);
  const starting = start(env);
  const end = once(async () => {
    const stop = await starting.catch(() => undefined);
    await stop?.();
    process.exit(0);
  });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, end);
  // Started by another program that dies: its end is ours.
  if (process.connected) process.once("disconnect", end);
  await starting;
} catch (error) {
  process.stderr.write(`\n${explain(error, env)}\n`);
  process.exit(1);
}

/** Later calls do nothing. */
function once(act: () => unknown): () => void {
  let done = false;
  return () => {
    if (!done) act();
    done = true;
  };
}
