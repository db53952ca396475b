import pg from "pg";
import { GatheringSocket } from "./gatheringSocket.ts";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens a pool. Statements are bounded, so that one slow query can't hold the others up for long. */
export function openPool(url: string, log: { warn(detail: object, message: string): void }, max = 16): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Statements that don't wait for one another travel together: a transaction's opening with its first statement.
    pipeline: true,
    stream: () => new GatheringSocket(),
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 20_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: "rooftop",
  });
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on("error", (error) => log.warn({ error: error.message }, "a database connection broke"));
  // The same for one that breaks while it is in use: whoever uses it learns it from the next statement.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? "";

/** Lost a race against another transaction. */
export function isRetryable(error: unknown): boolean {
  return codeOf(error) === "40001" || codeOf(error) === "40P01";
}

const socketCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"]);
// Class 08: connection; 53: out of connections or disk; 57P01-57P03: shutting down, crashed, starting.
const awayCodes = /^(08...|53...|57P0[1-3])$/;
const awayTexts = /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection/;

/** The database can't be reached or used right now. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  return socketCodes.has(code) || awayCodes.test(code) || (error instanceof Error && awayTexts.test(error.message));
}

/** Something was to be written in a transaction that only reads. */
export function isWriteRefused(error: unknown): boolean {
  return codeOf(error) === "25006";
}

/** A row could not be deleted, because others belong to it. */
export function isStillReferenced(error: unknown): boolean {
  return codeOf(error) === "23503";
}

/** The unique constraint that a write broke, if that is what happened. */
export function brokenConstraint(error: unknown): string | undefined {
  const broken = error as { code?: string; constraint?: string } | undefined;
  return broken?.code === "23505" ? broken.constraint : undefined;
}
