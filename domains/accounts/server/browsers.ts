import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { PersonKey } from "#core/people.ts";
import type { Cookies } from "#core/server/cookies.ts";
import type { RateLimiter } from "#core/server/rateLimiter.ts";
import { hashToken } from "#core/server/token.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import {
  type Attempter,
  type AttemptLimit,
  browserSeconds,
  counterOf,
  isBrowserToken,
  maxKnownBrowsers,
} from "../rules.ts";

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

const cookieName = "known_browser";

/** True when this browser has signed in to the account with this email before. Takes the same steps for unknown emails. */
export async function isKnownBrowser(db: Db, cookies: Cookies, email: string): Promise<boolean> {
  const token = cookies.get(cookieName);
  return isBrowserToken(token) && isBrowserOfEmail(db, email.toLowerCase(), hashToken(token));
}

/** Makes the browser known to a person's account. One browser, with one token, may be known to several accounts. */
export async function rememberBrowser(unit: UnitOfWork, cookies: Cookies, person: PersonKey): Promise<void> {
  const present = cookies.get(cookieName);
  const token = isBrowserToken(present) ? present : randomBytes(16).toString("base64url");
  await upsertBrowser(unit.db, person, hashToken(token), unit.now());
  unit.afterCommit(() => cookies.set(cookieName, token, browserSeconds));
}

/** True when the account with this login email knows the browser. */
async function isBrowserOfEmail(db: Db, email: string, token_hash: Buffer): Promise<boolean> {
  const browser = db
    .selectFrom("logins")
    .innerJoin("known_browsers", (join) =>
      join
        .onRef("known_browsers.dealer_id", "=", "logins.dealer_id")
        .onRef("known_browsers.user_id", "=", "logins.user_id"),
    )
    .where("logins.email", "=", email)
    .where("known_browsers.token_hash", "=", token_hash)
    .select("logins.user_id");
  return (await browser.executeTakeFirst()) !== undefined;
}

/** Adds a browser to an account's known ones, or notes that it was used. */
async function upsertBrowser(
  db: Db,
  { dealer_id, user_id }: PersonKey,
  token_hash: Buffer,
  last_used_at: Date,
): Promise<void> {
  await db
    .insertInto("known_browsers")
    .values({ dealer_id, user_id, token_hash, last_used_at })
    .onConflict((conflict) => conflict.columns(["dealer_id", "user_id", "token_hash"]).doUpdateSet({ last_used_at }))
    .execute();
  await db
    .deleteFrom("known_browsers")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where(
      sql<boolean>`token_hash not in (
        select token_hash from known_browsers newest
        where newest.dealer_id = ${dealer_id} and newest.user_id = ${user_id}
        order by newest.last_used_at desc limit ${maxKnownBrowsers})`,
    )
    .execute();
}

export async function removeBrowsers(db: Db, { dealer_id, user_id }: PersonKey): Promise<void> {
  await db.deleteFrom("known_browsers").where("dealer_id", "=", dealer_id).where("user_id", "=", user_id).execute();
}
