import type { ConnectionState } from "./fields.ts";

/** Minutes between two looks at a site that answers. */
const everyMinutes = 10;
const minute = 60_000;
const hour = 60 * minute;
/** Failures in a row until people are told: sites are away for a moment every day. */
const failingAfter = 3;
const longestWait = 6 * hour;

/** How long until a site is asked again, in milliseconds; what it says itself counts when it is longer. */
export function waitAfter(failures: number, retryAfter = 0): number {
  const backOff =
    failures === 0 ? everyMinutes * minute : Math.min(minute * 2 ** Math.min(failures - 1, 12), longestWait);
  return Math.max(backOff, retryAfter * 1000);
}

/** What a connection's state becomes after so many failures in a row. */
export function stateAfterFailures(state: ConnectionState, failures: number): ConnectionState {
  return failures >= failingAfter && state !== "choosing" ? "failing" : state;
}

/** A walk goes on until what is older than this has been seen: sites list changes late now and then. */
export const overlapMs = 24 * hour;

/** Every so often everything is read, which alone finds out what was deleted. */
export const fullEveryMs = 24 * hour;
/** When the site counts another number of reviews than we have, that is sooner. */
export const recountEveryMs = 3 * hour;

/** Two whole walks so far apart that miss a review prove that it is gone. */
const proofMs = 20 * hour;
/** So many may be gone at once; more look like a failure of the site. */
const plausibleShare = 0.1;
const plausibleLeast = 3;

/** What a whole walk found, and what it did not find. */
export interface WholeWalk {
  /** Reviews that it listed. */
  readonly seen: number;
  /** What the site itself counts. */
  readonly total: number;
  /** Reviews on record that it didn't list. */
  readonly missing: number;
}

/**
 * Whether a walk's silence about a review proves at once that it was removed: the site listed exactly as many as it
 * counts, and not much is missing. Otherwise a second walk has to miss it, too.
 */
export function isConclusive({ seen, total, missing }: WholeWalk): boolean {
  return seen > 0 && seen === total && missing <= Math.max(plausibleLeast, plausibleShare * (seen + missing));
}

/** What was missed since then is certainly gone. */
export const provenBefore = (now: Date) => new Date(now.getTime() - proofMs);
