import type pg from "pg";
import type { RateLimiterPostgres } from "rate-limiter-flexible";
import { Failure } from "#core/failure.ts";

/** Counts attempts across all nodes and refuses too many. */
export interface RateLimiter {
  /**
   * Counts one use of `what` by `key`, with `points` allowed in `seconds`.
   * @throws Failure `tooMany` with the seconds to wait.
   */
  consume(what: string, key: string, points: number, seconds: number): Promise<void>;
  /** Resets the count after a success. */
  reset(what: string, key: string): Promise<void>;
}

/** Loaded at the first limited call: the package brings a limiter for each of a dozen databases. */
const loadLimiters = () => import("rate-limiter-flexible");

/** Keeps limits in the database, and in memory while it is unavailable. */
export function createRateLimiter(pool: pg.Pool): RateLimiter {
  const limiters = new Map<string, Promise<RateLimiterPostgres>>();
  const limiterOf = async (what: string, points: number, duration: number, clearExpiredByTimeout = true) => {
    const { RateLimiterMemory, RateLimiterPostgres } = await loadLimiters();
    const insuranceLimiter = new RateLimiterMemory({ points, duration });
    const settings = { storeClient: pool, tableName: "rate_limits", tableCreated: true, insuranceLimiter };
    return new RateLimiterPostgres({ ...settings, keyPrefix: what, points, duration, clearExpiredByTimeout });
  };
  const limiter = (what: string, points: number, duration: number) => {
    const existing = limiters.get(what) ?? limiterOf(what, points, duration);
    limiters.set(what, existing);
    return existing;
  };
  return {
    async consume(what, key, points, seconds) {
      try {
        await (await limiter(what, points, seconds)).consume(key);
      } catch (refusal) {
        const { RateLimiterRes } = await loadLimiters();
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new Failure("tooMany", undefined, { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) });
      }
    },
    async reset(what, key) {
      // Other processes may have counted; deleting does not need the limit's size.
      await (await (limiters.get(what) ?? limiterOf(what, 1, 1, false))).delete(key);
    },
  };
}
