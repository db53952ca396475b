import pg from "pg";
import { checkConnections } from "./heldConnection.ts";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface PoolLog {
  warn(detail: object, message: string): void;
}

/**
 * Opens a pool. Statements time out, so that one slow query can't block the others for long.
 *
 * @param options what the server sets for each connection: `-c name=value`.
 */
export function openPool(url: string, log: PoolLog, max = 16, options = ""): pg.Pool {
  const pool = openUncheckedPool(url, log, max, options);
  checkConnections(pool, log);
  return pool;
}

/**
 * Opens a pool of which connections may be asked for while a unit of work holds one of another pool. Whoever holds one of
 * this pool must not ask for one of the other.
 */
export function openUncheckedPool(url: string, log: PoolLog, max: number, options = ""): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Independent statements are pipelined: a transaction's opening travels with its first statement.
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    // Longer than the minute between two sweeps: a new connection costs more than all that a sweep asks.
    idleTimeoutMillis: 90_000,
    statement_timeout: 20_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: "rooftop",
    options,
  });
  // The pool replaces a broken idle connection at the next use; without a listener the error would end the process.
  pool.on("error", (error) => {
    // An ended pool says goodbye to the database, which may stop before it has heard it.
    if (!pool.ending) log.warn({ error: error.message }, "a database connection broke");
  });
  // Likewise for a connection in use: its user sees the error at the next statement.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? "";

/** True after losing a race against another transaction. */
export function isRetryable(error: unknown): boolean {
  return codeOf(error) === "40001" || codeOf(error) === "40P01";
}

const socketCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH"]);
// Class 08: connection; 53: out of connections or disk; 57P01-57P03: shutting down, crashed, starting; 55P03: a row was
// locked for longer than anybody waits.
const unavailableCodes = /^(08...|53...|57P0[1-3]|55P03)$/;
const unavailableTexts =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection/;

/** True when the database can't be reached or used right now. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return (
    socketCodes.has(code) ||
    unavailableCodes.test(code) ||
    (error instanceof Error && unavailableTexts.test(error.message))
  );
}

/** True for a write in a read-only transaction. */
export function isWriteRefused(error: unknown): boolean {
  return codeOf(error) === "25006";
}

/** True for deleting a row that others reference. */
export function isStillReferenced(error: unknown): boolean {
  return codeOf(error) === "23503";
}

/** The unique or exclusion constraint that a write violated, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  const violation = error as { code?: string; constraint?: string } | undefined;
  return ["23505", "23P01"].includes(violation?.code ?? "") ? violation?.constraint : undefined;
}
