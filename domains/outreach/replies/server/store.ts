import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { survivorSql } from "#domains/customers/server/public.ts";
import type { EmailState } from "#domains/outreach/contract.ts";

export type CopyState = EmailState | "none";

export interface EmailReplyKey extends LocationKey {
  readonly id: number;
}

interface NewReply extends LocationKey {
  readonly customer_id: number;
  readonly email_id: number;
  readonly delivery: string;
  readonly sender: string;
  readonly subject: string;
  readonly words: string;
  readonly quoted: string;
  readonly files: string[];
  readonly is_automatic: 0 | 1;
  readonly received_at: Date;
  readonly storage_key: string | null;
  readonly copy_to: string;
  readonly copy_state: CopyState;
  readonly copy_due_at: Date | null;
}

/** Stores a reply. @returns its id; undefined when this delivery is stored. */
export async function insertReply(db: Db, reply: NewReply): Promise<number | undefined> {
  const row = await db
    .insertInto("email_replies")
    .values(reply)
    .onConflict((conflict) => conflict.columns(["dealer_id", "email_id", "delivery"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function isReplyStored(db: Db, dealer_id: number, email_id: number, delivery: string): Promise<boolean> {
  const reply = db.selectFrom("email_replies").where("dealer_id", "=", dealer_id).where("email_id", "=", email_id);
  return (await reply.where("delivery", "=", delivery).select("id").executeTakeFirst()) !== undefined;
}

/** The customer who was kept, with the member who has their conversation; undefined for one who was deleted. */
export async function keptCustomer(db: Db, { dealer_id, location_id }: LocationKey, customer_id: number) {
  const { rows } = await sql<{ id: number; name: string }>`
    select k.id, coalesce(nullif(k.customer_name, ''), k.phone) as name
    from customers named join customers k on k.dealer_id = named.dealer_id and k.id = ${survivorSql("named")}
    where named.dealer_id = ${dealer_id} and named.location_id = ${location_id} and named.id = ${customer_id}
      and k.deleted_at is null`.execute(db);
  return rows[0];
}

/** Who has a conversation; null when no one does. */
export async function holderOf(db: Db, { dealer_id, location_id }: LocationKey, chat_id: number) {
  const chat = db.selectFrom("chats").where("dealer_id", "=", dealer_id).where("location_id", "=", location_id);
  return (await chat.where("id", "=", chat_id).select("assigned_to").executeTakeFirst())?.assigned_to ?? null;
}

/** Locks a reply until the transaction ends, with the email that it answers. */
export async function lockReply(db: Db, { dealer_id, location_id, id }: EmailReplyKey) {
  const reply = await db
    .selectFrom("email_replies")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select([
      "dealer_id",
      "location_id",
      "id",
      "customer_id",
      "email_id",
      "sender",
      "subject",
      "words",
      "quoted",
      "files",
    ])
    .select(["storage_key", "copy_to", "copy_due_at", "copy_attempts"])
    .select(sql<CopyState>`copy_state`.as("copy_state"))
    .forUpdate()
    .executeTakeFirst();
  return reply;
}
export type LockedEmailReply = NonNullable<Awaited<ReturnType<typeof lockReply>>>;

interface CopyFields {
  readonly copy_state: CopyState;
  readonly copy_due_at: Date | null;
  readonly copy_attempts?: number;
}

export async function changeCopy(db: Db, { dealer_id, id }: EmailReplyKey, change: CopyFields): Promise<void> {
  const reply = db.updateTable("email_replies").set(change).where("dealer_id", "=", dealer_id);
  await reply.where("id", "=", id).execute();
}

/** Copies that are to leave, or whose answer didn't come, of all businesses. */
export async function dueCopies(db: Db, now: Date): Promise<EmailReplyKey[]> {
  return db
    .selectFrom("email_replies")
    .where("copy_due_at", "<=", now)
    .select(["dealer_id", "location_id", "id"])
    .orderBy("copy_due_at")
    .limit(500)
    .execute();
}
