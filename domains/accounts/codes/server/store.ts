import type { Insertable } from "kysely";
import { sql } from "kysely";
import type { Db } from "#core/server/unit.ts";
import type { Codes } from "#database/types.ts";
import { mostTries, waitsCountSeconds } from "../rules.ts";

/** Whose code, and who alone may use it. */
export interface CodeKey {
  readonly purpose: "sign_in" | "reset" | "phone";
  readonly dealer_id: number;
  readonly user_id: number;
  /** The pending session, the ticket or the session that it belongs to. */
  readonly bound_to: string;
}

/** Keeps others from issuing a code to the same person until the transaction ends. */
export async function lockPerson(db: Db, { dealer_id, user_id }: CodeKey): Promise<void> {
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

/** How many codes were sent, and when the last one was. */
export interface SentLately {
  readonly count: number;
  readonly last: Date | null;
}

/** What was sent lately for the same sign-in. */
export async function sentLately(db: Db, key: CodeKey, now: Date): Promise<SentLately> {
  const since = new Date(now.getTime() - waitsCountSeconds * 1000);
  return ofPerson(db, key)
    .where("bound_to", "=", key.bound_to)
    .where("created_at", ">", since)
    .select((from) => [from.fn.countAll<number>().as("count"), from.fn.max("created_at").as("last")])
    .executeTakeFirstOrThrow();
}

/** Adds a code; the person's older ones for the same purpose work no more. */
export async function insertCode(db: Db, code: Insertable<Codes> & CodeKey, now: Date): Promise<number> {
  await voidCodes(db, code, now);
  return (await db.insertInto("codes").values(code).returning("id").executeTakeFirstOrThrow()).id;
}

/** The person's codes for this purpose work no more. */
export async function voidCodes(db: Db, key: Omit<CodeKey, "bound_to">, now: Date): Promise<void> {
  await db
    .updateTable("codes")
    .set({ voided_at: now })
    .where("dealer_id", "=", key.dealer_id)
    .where("user_id", "=", key.user_id)
    .where("purpose", "=", key.purpose)
    .where("used_at", "is", null)
    .where("voided_at", "is", null)
    .execute();
}

/** The provider took it: from now on its time runs. */
export async function setTaken(db: Db, { id, ...taken }: { id: number; subject: string; expires_at: Date }) {
  await db.updateTable("codes").set(taken).where("id", "=", id).execute();
}

export async function removeCode(db: Db, id: number): Promise<void> {
  await db.deleteFrom("codes").where("id", "=", id).execute();
}

/**
 * Counts one try at the newest code, and answers it to be compared; undefined when there is none that works.
 * The row stays locked, so of many right guesses at once the first takes the code.
 */
export async function tryCode(db: Db, key: CodeKey, now: Date) {
  const newest = ofPerson(db, key).select("id").orderBy("id", "desc").limit(1);
  return db
    .updateTable("codes")
    .set({ tries: sql`tries + 1` })
    .where("id", "=", newest)
    .where("bound_to", "=", key.bound_to)
    .where("used_at", "is", null)
    .where("voided_at", "is", null)
    .where("expires_at", ">", now)
    .where("tries", "<", mostTries)
    .returning(["id", "code_hash", "subject"])
    .executeTakeFirst();
}

export async function markUsed(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable("codes").set({ used_at: now }).where("id", "=", id).execute();
}

/** What the newest code of this sign-in proves; undefined before there was one. */
export async function newestSubject(db: Db, key: CodeKey): Promise<string | undefined> {
  const row = await ofPerson(db, key)
    .where("bound_to", "=", key.bound_to)
    .select("subject")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.subject;
}
