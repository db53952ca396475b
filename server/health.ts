import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { Failure } from "#core/failure.ts";

const probes = new Set(["/health", "/ready", "/live"]);

/**
 * `GET /health`: 200 when ready, 503 during startup or without a database. Until ready, every other route answers 503.
 * `GET /ready` answers the same, and 503 once the process stops: then requests belong to another node. `GET /live`: 200 while
 * the process answers at all.
 */
export function reportHealth(
  http: FastifyInstance,
  pool: pg.Pool,
  ready: () => boolean,
  isDraining: () => boolean,
): void {
  http.addHook("onRequest", async (request) => {
    if (!ready() && !probes.has(request.url.split("?")[0] ?? "")) {
      throw new Failure("unavailable", "Rooftop is starting. Try again in a moment.", { retryAfter: 2 });
    }
  });
  const health = async () => {
    if (!ready()) throw new Failure("unavailable", "Rooftop is starting.", { retryAfter: 2 });
    try {
      await pool.query("select 1");
    } catch (cause) {
      const failure = new Failure("unavailable", "The database can't be reached.", { retryAfter: 5 });
      failure.cause = cause;
      throw failure;
    }
    return { status: "success", message: "Ready", data: null };
  };
  http.get("/health", health);
  http.get("/ready", async () => {
    if (isDraining()) throw new Failure("unavailable", "Rooftop is stopping.", { retryAfter: 5 });
    return health();
  });
  http.get("/live", async () => ({ status: "success", message: "Live", data: null }));
}
