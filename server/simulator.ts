import { existsSync } from "node:fs";
import { join } from "node:path";
import type { FastifyRequest } from "fastify";
import type pg from "pg";
import { Failure } from "#core/failure.ts";
import type { Server } from "#core/server/serve.ts";
import { mountSimulator } from "#simulator/server/mountSimulator.ts";
import type { Env } from "./env.ts";
import type { Simulator } from "./ports.ts";
import { isDirectRequest, isPrivateSetup } from "./simulatorAccess.ts";

interface GuardedSimulatorOptions {
  readonly simulator: Simulator;
  readonly pool: pg.Pool;
  readonly env: Pick<Env, "host" | "publicUrl">;
  readonly webFolder: string;
}

/**
 * Mounts the simulator: without sign-in for direct requests of this machine while the setup is for this machine alone,
 * otherwise for the signed-in operator.
 */
export async function mountGuardedSimulator(
  { http, identify }: Pick<Server, "http" | "identify">,
  { simulator, pool, env, webFolder }: GuardedSimulatorOptions,
): Promise<void> {
  const page = join(webFolder, "simulator.html");
  const isPrivate = isPrivateSetup(env);
  await mountSimulator(http, {
    carrier: simulator.texts,
    voice: simulator.calls,
    registrar: simulator.registrar,
    mails: simulator.mails,
    reviews: simulator.reviews,
    calendars: simulator.calendars,
    leadForms: simulator.leadForms,
    pool,
    pageFile: existsSync(page) ? page : undefined,
    authorize: async (request) => {
      if (isPrivate && isDirectRequest({ headers: request.headers, peer: request.socket.remoteAddress })) return;
      await requireOperator(identify, request);
    },
  });
}

async function requireOperator(identify: Server["identify"], request: FastifyRequest): Promise<void> {
  const identity = await identify(request);
  if (!identity) throw new Failure("unauthenticated");
  if (identity.who.role !== "superadmin" || identity.mustChangePassword) throw new Failure("forbidden");
}
