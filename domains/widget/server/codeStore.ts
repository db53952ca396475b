import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { codeTries } from "../rules.ts";

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
