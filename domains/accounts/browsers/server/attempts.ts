import { createHash } from "node:crypto";
import type { RateLimiter } from "#core/server/rateLimiter.ts";
import { type Attempter, type AttemptLimit, counterOf } from "../rules.ts";

/**
 * Counts an attempt at an account, whether or not it exists.
 *
 * @throws Failure `tooMany` with the seconds to wait.
 */
export async function countAttempt(limits: RateLimiter, limit: AttemptLimit, attempter: Attempter): Promise<void> {
  const { points, seconds } = limit;
  await limits.consume(counterOf(limit, attempter.isKnownBrowser), keyOf(attempter.account), points, seconds);
}

/** Ends the count of those who share this attempter's counter. */
export async function clearAttempts(limits: RateLimiter, limit: AttemptLimit, attempter: Attempter): Promise<void> {
  await limits.reset(counterOf(limit, attempter.isKnownBrowser), keyOf(attempter.account));
}

/** Ends all counts of an account, strangers' included: its holder was verified. */
export async function clearAllAttempts(
  limits: RateLimiter,
  all: readonly AttemptLimit[],
  account: string,
): Promise<void> {
  const both = all.flatMap((limit) => [true, false].map((isKnownBrowser) => ({ limit, isKnownBrowser })));
  await Promise.all(both.map(({ limit, isKnownBrowser }) => clearAttempts(limits, limit, { account, isKnownBrowser })));
}

/** Hashed, because an email can be longer than a key. */
function keyOf(account: string): string {
  return createHash("sha256").update(account.toLowerCase()).digest("base64url");
}
