import { type Insertable, sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Codes } from "#database/types.ts";
import { type CodePurpose, maxTries, resendWindowSeconds } from "../rules.ts";

/** Whose code it is, and who may use it. */
export interface CodeKey {
  readonly purpose: CodePurpose;
  readonly dealer_id: number;
  readonly user_id: number;
  /** The pending session, reset ticket or session that it belongs to. */
  readonly bound_to: string;
}

/** Serializes code issuing per person until the transaction ends. */
export async function lockUserRow(db: Db, { dealer_id, user_id }: CodeKey): Promise<void> {
  await db
    .selectFrom("users")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", user_id)
    .select("id")
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

const ofPerson = (db: Db, { purpose, dealer_id, user_id }: CodeKey) =>
  db
    .selectFrom("codes")
    .where("dealer_id", "=", dealer_id)
    .where("user_id", "=", user_id)
    .where("purpose", "=", purpose);

/** How many codes were recently sent, and when the last one was. */
export interface RecentCodes {
  readonly count: number;
  readonly last: Date | null;
}

/** The codes that were recently sent for the same `bound_to`. */
export async function recentCodes(db: Db, key: CodeKey, now: Date): Promise<RecentCodes> {
  const since = new Date(now.getTime() - resendWindowSeconds * 1000);
  return ofPerson(db, key)
    .where("bound_to", "=", key.bound_to)
    .where("created_at", ">", since)
    .select((from) => [from.fn.countAll<number>().as("count"), from.fn.max("created_at").as("last")])
    .executeTakeFirstOrThrow();
}

type NewCode = Insertable<Codes> & CodeKey & { readonly from_known_browser: boolean };

/** Adds a code and voids the person's older ones for the same purpose and kind of browser. */
export async function insertCode(db: Db, code: NewCode, now: Date): Promise<number> {
  await voidCodes(db, code, now);
  return (await db.insertInto("codes").values(code).returning("id").executeTakeFirstOrThrow()).id;
}

/** Voids the person's unused codes for this purpose, but none of a known browser for a stranger's sake. */
async function voidCodes(db: Db, key: NewCode, now: Date): Promise<void> {
  await db
    .updateTable("codes")
    .set({ voided_at: now })
    .where("dealer_id", "=", key.dealer_id)
    .where("user_id", "=", key.user_id)
    .where("purpose", "=", key.purpose)
    .where("from_known_browser", "=", key.from_known_browser)
    .where("used_at", "is", null)
    .where("voided_at", "is", null)
    .execute();
}

/** The provider accepted the code: its lifetime starts now. */
export async function markAccepted(db: Db, { id, ...values }: { id: number; subject: string; expires_at: Date }) {
  await db.updateTable("codes").set(values).where("id", "=", id).execute();
}

export async function removeCode(db: Db, id: number): Promise<void> {
  await db.deleteFrom("codes").where("id", "=", id).execute();
}

/**
 * Counts a try on the newest code bound to the same, and returns it for comparison; undefined without a valid one.
 * The row stays locked, so of several correct guesses at once only the first uses the code.
 */
export async function tryCode(db: Db, key: CodeKey, now: Date) {
  const newest = ofPerson(db, key).where("bound_to", "=", key.bound_to).select("id").orderBy("id", "desc").limit(1);
  return db
    .updateTable("codes")
    .set({ tries: sql`tries + 1` })
    .where("id", "=", newest)
    .where("used_at", "is", null)
    .where("voided_at", "is", null)
    .where("expires_at", ">", now)
    .where("tries", "<", maxTries)
    .returning(["id", "code_hash", "subject"])
    .executeTakeFirst();
}

export async function markUsed(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable("codes").set({ used_at: now }).where("id", "=", id).execute();
}

/** What the newest code verifies; undefined without one. */
export async function newestSubject(db: Db, key: CodeKey): Promise<string | undefined> {
  const row = await ofPerson(db, key)
    .where("bound_to", "=", key.bound_to)
    .select("subject")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.subject;
}
