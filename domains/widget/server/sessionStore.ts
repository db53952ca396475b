import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { signatureOf } from "#core/server/sign.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { codeTries } from "../rules.ts";

/** What a browser wrote, and whether it proved the phone. */
export interface VisitorSession {
  readonly id: number;
  readonly message_id: number;
  /** E.164. */
  readonly phone: string;
  readonly at: Date;
  readonly proved_at: Date | null;
}

/** The session of a token's hash at this location; undefined for a foreign one, and one that began before `since`. */
export async function sessionOf(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  session_hash: Buffer,
  since: Date,
): Promise<VisitorSession | undefined> {
  const row = await db
    .selectFrom("widget_submissions")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("session_hash", "=", session_hash)
    .where("at", ">", since)
    .where("kind", "=", "message")
    .select(["id", "message_id", "phone", "at", "proved_at"])
    .executeTakeFirst();
  return row && row.message_id !== null ? { ...row, message_id: row.message_id } : undefined;
}

export async function markProved(db: Db, dealer_id: number, id: number, proved_at: Date): Promise<void> {
  await db
    .updateTable("widget_submissions")
    .set({ proved_at })
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .execute();
}

/** A phone of a business, and the keyed hash of the code that was texted to it. */
interface TextedCode {
  readonly dealer_id: number;
  /** E.164. */
  readonly phone: string;
  readonly code_hash: Buffer;
  readonly expires_at: Date;
}

/** Keeps a phone's code in place of the one before, and forgets those of the business that expired. */
export async function saveCode(db: Db, code: TextedCode, now: Date): Promise<void> {
  const { dealer_id, code_hash, expires_at } = code;
  await db.deleteFrom("widget_codes").where("dealer_id", "=", dealer_id).where("expires_at", "<", now).execute();
  await db
    .insertInto("widget_codes")
    .values(code)
    .onConflict((row) => row.columns(["dealer_id", "phone"]).doUpdateSet({ code_hash, expires_at, tries: 0 }))
    .execute();
}

/**
 * Counts a try on a phone's code and returns it for comparison; undefined without a valid one. The row stays locked, so of
 * several right guesses at once only the first uses the code.
 */
export async function tryCode(db: Db, dealer_id: number, phone: string, now: Date): Promise<Buffer | undefined> {
  const row = await db
    .updateTable("widget_codes")
    .set({ tries: sql`tries + 1` })
    .where("dealer_id", "=", dealer_id)
    .where("phone", "=", phone)
    .where("expires_at", ">", now)
    .where("tries", "<", codeTries)
    .returning("code_hash")
    .executeTakeFirst();
  return row?.code_hash;
}

/** A code works once. */
export async function dropCode(db: Db, dealer_id: number, phone: string): Promise<void> {
  await db.deleteFrom("widget_codes").where("dealer_id", "=", dealer_id).where("phone", "=", phone).execute();
}

/**
 * Stored in the sender's browser only, and not derivable from the form; a form that is sent twice gets the same one.
 */
export const visitorToken = (secret: string, formId: string): string => signatureOf(secret, ["widget session", formId]);

/** A keyed hash: a code has too few digits for another one. */
export function hashOfCode(secret: string, dealer_id: number, phone: string, code: string): Buffer {
  return createHmac("sha256", secret)
    .update(JSON.stringify(["widget code", dealer_id, phone, code]))
    .digest();
}
