import { type EmbeddedDatabase, startEmbedded } from "#database/embedded.ts";
import { closeDataFolder } from "./closeDataFolder.ts";
import { type Env, readEnv } from "./env.ts";
import { explainStart } from "./explainStart.ts";
import { print } from "./print.ts";
import { createStopSignals } from "./stopSignals.ts";

/** Starts the database and the app, and returns a function that stops them. The app's code is loaded while Postgres starts. */
async function start(env: Env, signal: AbortSignal): Promise<() => Promise<void>> {
  const [open] = await closeDataFolder(env.dataDir);
  if (open)
    print(`Other users of this machine can read ${open}, which belongs to one of them. Its owner can close it.`);
  const launched = Promise.withResolvers<void>();
  const opening = openDatabase(env, launched.resolve);
  await Promise.race([launched.promise, opening]);
  const [database, { startApp }] = await Promise.all([opening, import("./startApp.ts")]);
  return startApp(env, database, signal);
}

async function openDatabase(env: Env, onLaunch: () => void): Promise<EmbeddedDatabase> {
  if (env.databaseUrl) return { url: env.databaseUrl, stop: async () => {} };
  return startEmbedded({ dataDir: env.dataDir, log: print, onLaunch });
}

let env: Env | undefined;
const stopping = new AbortController();
try {
  env = readEnv(process.env);
  const starting = start(env, stopping.signal);
  const shutDown = once(async () => {
    stopping.abort();
    const stop = await starting.catch(() => undefined);
    await stop?.();
    process.exit(0);
  });
  const onSignal = createStopSignals({ stop: shutDown, end: () => process.exit(1) });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, onSignal);
  // Stop together with the program that started this one.
  if (process.connected) process.once("disconnect", shutDown);
  await starting;
} catch (error) {
  // A start that was asked to stop ends as any stop.
  if (stopping.signal.aborted) await new Promise(() => {});
  process.stderr.write(`\n${explainStart(error, env)}\n`);
  process.exit(1);
}

function once(action: () => unknown): () => void {
  let isDone = false;
  return () => {
    if (!isDone) action();
    isDone = true;
  };
}
