import { existsSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { Failure } from "#core/failure.ts";
import type { Server } from "#core/server/serve.ts";
import { mountSimulator } from "#simulator/server/mountSimulator.ts";
import type { Env } from "./env.ts";
import type { Simulator } from "./ports.ts";

const loopback = /^(127\.|::1$|localhost$)/;

interface GuardedSimulatorOptions {
  readonly simulator: Simulator;
  readonly pool: pg.Pool;
  readonly env: Env;
  readonly webFolder: string;
}

/** Mounts the simulator: without sign-in while `HOST` is a loopback address, otherwise for the operator only. */
export async function mountGuardedSimulator(
  server: Server,
  { simulator, pool, env, webFolder }: GuardedSimulatorOptions,
): Promise<void> {
  const page = join(webFolder, "simulator.html");
  await mountSimulator(server.http, {
    carrier: simulator.texts,
    voice: simulator.calls,
    pool,
    pageFile: existsSync(page) ? page : undefined,
    authorize: async (request) => {
      if (loopback.test(env.host)) return;
      const identity = await server.identify(request);
      if (identity?.who.role !== "superadmin") throw new Failure("unauthenticated");
    },
  });
}
