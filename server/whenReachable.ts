import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "#core/server/postgres.ts";

/** How long a start waits for its database, and between two attempts at most. */
const wholeMs = 5 * 60_000;
const longestPauseMs = 15_000;
const firstPauseMs = 500;

/** A name that isn't known yet, as beside a container that is starting, and networks that aren't there yet. */
const networkCodes = new Set(["ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN", "ECONNABORTED"]);

/** True while a database can't be reached, or isn't ready: not for a wrong password, and not for what it refuses. */
export function isNotReachable(error: unknown): boolean {
  const { code, errors, message } = error as { code?: string; errors?: unknown[]; message?: string };
  // A full disk doesn't mend itself.
  if (code === "53100") return false;
  if (networkCodes.has(code ?? "") || isUnavailable(error)) return true;
  if (/^(timeout expired|connect timed out)/i.test(message ?? "")) return true;
  return Array.isArray(errors) && errors.length > 0 && errors.every(isNotReachable);
}

interface Waiting {
  readonly print: (text: string) => void;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  readonly now?: () => number;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Repeats work with the database, in growing pauses, while it can't be reached. */
export async function whenReachable<T>(
  work: () => Promise<T>,
  {
    print,
    signal,
    now = () => performance.now(),
    pause = (ms, aborted) => sleep(ms, undefined, { signal: aborted }),
  }: Waiting,
): Promise<T> {
  const startedAt = now();
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isNotReachable(error)) throw error;
      if (now() - startedAt >= wholeMs)
        throw new Error(`The database can't be reached, even after five minutes: ${reasonOf(error)}`);
      if (attempt === 0) print(`The database doesn't answer yet (${reasonOf(error)}). Trying for up to five minutes.`);
      await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** attempt), signal);
    }
  }
}

function reasonOf(error: unknown): string {
  const { message, errors } = error as { message?: string; errors?: unknown[] };
  if (message) return message;
  return Array.isArray(errors) && errors.length > 0 ? reasonOf(errors[0]) : String(error);
}
