import type pg from "pg";
import type { RateLimiterPostgres } from "rate-limiter-flexible";
import { Failure } from "#core/failure.ts";
import { checkNoneHeld } from "./heldConnection.ts";

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

/** How many keys a process remembers. */
const mostKeys = 10_000;

/** What this process counted itself, the newest keys only. */
function createOwnCounts() {
  const counts = new Map<string, { used: number; readonly endsAt: number }>();
  return {
    use(key: string, seconds: number): { readonly used: number; readonly msLeft: number } {
      const now = performance.now();
      const known = counts.get(key);
      const count = known && known.endsAt > now ? known : { used: 0, endsAt: now + seconds * 1000 };
      count.used += 1;
      counts.delete(key);
      counts.set(key, count);
      const [oldest = key] = counts.keys();
      if (counts.size > mostKeys) counts.delete(oldest);
      return { used: count.used, msLeft: count.endsAt - now };
    },
    forget: (key: string) => void counts.delete(key),
  };
}

/**
 * Keeps limits in the database. While it is unavailable, what this process counted decides, earlier uses included: nobody gets
 * a second round by keeping the database busy.
 */
export function createRateLimiter(pool: pg.Pool): RateLimiter {
  const limiters = new Map<string, Promise<RateLimiterPostgres>>();
  const own = createOwnCounts();
  const limiterOf = async (what: string, points: number, duration: number, clearExpiredByTimeout = true) => {
    const { RateLimiterPostgres } = await loadLimiters();
    const settings = { storeClient: pool, tableName: "rate_limits", tableCreated: true };
    return new RateLimiterPostgres({ ...settings, keyPrefix: what, points, duration, clearExpiredByTimeout });
  };
  const limiter = (what: string, points: number, duration: number) => {
    const existing = limiters.get(what) ?? limiterOf(what, points, duration);
    limiters.set(what, existing);
    return existing;
  };
  const tooMany = (msLeft: number) =>
    new Failure("tooMany", undefined, { retryAfter: Math.max(1, Math.ceil(msLeft / 1000)) });
  return {
    async consume(what, key, points, seconds) {
      checkNoneHeld("A limit");
      const { used, msLeft } = own.use(`${what}:${key}`, seconds);
      try {
        await (await limiter(what, points, seconds)).consume(key);
      } catch (refusal) {
        const { RateLimiterRes } = await loadLimiters();
        if (refusal instanceof RateLimiterRes) throw tooMany(refusal.msBeforeNext);
        if (used > points) throw tooMany(msLeft);
      }
    },
    async reset(what, key) {
      checkNoneHeld("A limit");
      own.forget(`${what}:${key}`);
      // Other processes may have counted; deleting does not need the limit's size.
      const limits = await (limiters.get(what) ?? limiterOf(what, 1, 1, false));
      await limits.delete(key).catch(() => false);
    },
  };
}
