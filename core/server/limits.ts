import type pg from "pg";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { Failure } from "#core/failure.ts";

/** Counts tries over all nodes, and refuses when there are too many. */
export interface Limits {
  /**
   * Counts one use of `what` by `key`, of which `points` are free in `seconds`.
   * @throws Failure `tooMany` with the seconds to wait.
   */
  use(what: string, key: string, points: number, seconds: number): Promise<void>;
  /** Forgets the uses, after a success. */
  forget(what: string, key: string): Promise<void>;
}

/** Limits in the database; while that is away, in memory. */
export function createLimits(pool: pg.Pool): Limits {
  const made = new Map<string, RateLimiterPostgres>();
  const limiterOf = (what: string, points: number, duration: number, clearExpiredByTimeout = true) => {
    const insuranceLimiter = new RateLimiterMemory({ points, duration });
    const settings = { storeClient: pool, tableName: "rate_limits", tableCreated: true, insuranceLimiter };
    return new RateLimiterPostgres({ ...settings, keyPrefix: what, points, duration, clearExpiredByTimeout });
  };
  const limiter = (what: string, points: number, duration: number) => {
    const known = made.get(what) ?? limiterOf(what, points, duration);
    made.set(what, known);
    return known;
  };
  return {
    async use(what, key, points, seconds) {
      try {
        await limiter(what, points, seconds).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new Failure("tooMany", undefined, { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) });
      }
    },
    async forget(what, key) {
      // Perhaps only other processes have counted; to forget, it need not be known how many are free.
      await (made.get(what) ?? limiterOf(what, 1, 1, false)).delete(key);
    },
  };
}
