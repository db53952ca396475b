import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { Failure } from "#core/failure.ts";

/** `GET /health`: 200 when ready, 503 during startup or without a database. Until ready, every other route answers 503. */
export function reportHealth(http: FastifyInstance, pool: pg.Pool, ready: () => boolean): void {
  http.addHook("onRequest", async (request) => {
    if (!ready() && request.url !== "/health") {
      throw new Failure("unavailable", "Rooftop is starting. Try again in a moment.", { retryAfter: 2 });
    }
  });
  http.get("/health", async () => {
    if (!ready()) throw new Failure("unavailable", "Rooftop is starting.", { retryAfter: 2 });
    try {
      await pool.query("select 1");
    } catch (cause) {
      const failure = new Failure("unavailable", "The database can't be reached.", { retryAfter: 5 });
      failure.cause = cause;
      throw failure;
    }
    return { status: "success", message: "Ready", data: null };
  });
}
