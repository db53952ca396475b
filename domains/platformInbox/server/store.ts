import { sql } from "kysely";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { KeysetRange } from "#core/server/keysetPage.ts";
import {
  countRowsCapped,
  rangeClause,
  type TimeOrderedRow,
  type TimeOrderedTable,
  timeOrderColumns,
} from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import type { PlatformText, replyStates } from "../contract.ts";
import type { PlatformTextIntent } from "../rules.ts";

type ReplyState = (typeof replyStates)[number];

/** Serializes texts of one phone until the transaction ends. */
export async function lockPhone(db: Db, phone: string): Promise<void> {
  await lockByName(db, `platform text ${phone}`);
}

/** True for a phone that replied STOP to the platform's number. */
export async function hasOptedOut(db: Db, phone: string): Promise<boolean> {
  const row = await db.selectFrom("platform_optouts").where("phone", "=", phone).select("phone").executeTakeFirst();
  return row !== undefined;
}

export async function setOptedOut(db: Db, phone: string, isOptedOut: boolean, since: Date): Promise<void> {
  if (!isOptedOut) return void (await db.deleteFrom("platform_optouts").where("phone", "=", phone).execute());
  const row = db.insertInto("platform_optouts").values({ phone, since });
  await row.onConflict((conflict) => conflict.column("phone").doNothing()).execute();
}

/** True if a text of the phone that is no keyword was replied to since then. */
export async function wasRepliedToSince(db: Db, phone: string, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom("platform_texts")
    .where("phone", "=", phone)
    .where("received_at", ">", since)
    .where("intent", "in", ["asked", "other"])
    .where("reply", "<>", "")
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

export interface NewPlatformText {
  readonly provider_sid: string;
  readonly number: string;
  readonly phone: string;
  readonly message: string;
  readonly media_count: number;
  readonly intent: PlatformTextIntent;
  readonly reply: string;
  readonly reply_state: ReplyState;
  readonly received_at: Date;
}

export async function insertText(db: Db, text: NewPlatformText): Promise<number> {
  return (await db.insertInto("platform_texts").values(text).returning("id").executeTakeFirstOrThrow()).id;
}

export async function isStored(db: Db, provider_sid: string): Promise<boolean> {
  const query = db.selectFrom("platform_texts").where("provider_sid", "=", provider_sid).select("id");
  return (await query.executeTakeFirst()) !== undefined;
}

/** Claims a reply, so that it is sent once; undefined for one that was claimed before. */
export async function claimReply(db: Db, id: number) {
  return db
    .updateTable("platform_texts")
    .set({ reply_state: "sending" })
    .where("id", "=", id)
    .where("reply_state", "=", "queued")
    .returning(["number", "phone", "reply"])
    .executeTakeFirst();
}

export async function setReplyState(db: Db, id: number, reply_state: ReplyState): Promise<void> {
  await db.updateTable("platform_texts").set({ reply_state }).where("id", "=", id).execute();
}

export type PlatformTextRow = Omit<PlatformText, "received_at"> & TimeOrderedRow & { readonly received_at: Date };

function matchingRows(term: string): TimeOrderedTable {
  const where = isFoundIn(term, [sql`t.message`, sql`t.phone`]);
  return { from: sql`platform_texts t`, at: sql`t.received_at`, id: sql`t.id`, where };
}

export async function readTexts(db: Db, term: string, range: KeysetRange<string>): Promise<PlatformTextRow[]> {
  const table = matchingRows(term);
  const { rows } = await sql<PlatformTextRow>`
    select ${timeOrderColumns(table)}, t.phone, t.message, t.media_count, t.intent, t.reply, t.reply_state, t.received_at
    from ${table.from} where ${rangeClause(table, range)}`.execute(db);
  return rows;
}

export async function countTexts(db: Db, term: string): Promise<number> {
  const { from, where } = matchingRows(term);
  return countRowsCapped(db, from, where);
}
