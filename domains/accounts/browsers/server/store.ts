import { sql } from "kysely";
import type { PersonKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { maxKnownBrowsers } from "../rules.ts";

/** True when the account with this login email knows the browser. */
export async function isBrowserOfEmail(db: Db, email: string, token_hash: Buffer): Promise<boolean> {
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
export async function upsertBrowser(
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
