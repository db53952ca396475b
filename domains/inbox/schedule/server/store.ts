import { sql } from "kysely";
import type { LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unit.ts";
import type { ScheduledState } from "../contract.ts";

export interface NewScheduled {
  readonly chat_id: number;
  readonly message: string;
  readonly user_id: number;
  readonly client_id: string | null;
  readonly send_at: Date;
  readonly unless_reply: 0 | 1;
  readonly created_at: Date;
}

export async function insertScheduled(db: Db, { dealer_id, location_id }: LocationScope, scheduled: NewScheduled) {
  const added = db.insertInto("scheduled_messages").values({ dealer_id, location_id, ...scheduled });
  return (await added.returning("id").executeTakeFirstOrThrow()).id;
}

/** Scheduled texts of the acting location, with who wrote them. */
function scheduled(db: Db, { dealer_id, location_id }: LocationScope) {
  return db
    .selectFrom("scheduled_messages as s")
    .innerJoin("users", (join) => join.onRef("users.dealer_id", "=", "s.dealer_id").onRef("users.id", "=", "s.user_id"))
    .where("s.dealer_id", "=", dealer_id)
    .where("s.location_id", "=", location_id)
    .select(["s.id", "s.chat_id", "s.message", "s.send_at", "s.reason", "s.created_at"])
    .select(sql<0 | 1>`s.unless_reply`.as("unless_reply"))
    .select(sql<ScheduledState>`s.state`.as("state"))
    .select(sql<string>`trim(users.first_name || ' ' || users.last_name)`.as("sent_by"));
}

export type ScheduledRow = Awaited<ReturnType<ReturnType<typeof scheduled>["executeTakeFirstOrThrow"]>>;

export async function scheduledById(db: Db, scope: LocationScope, id: number) {
  return scheduled(db, scope).where("s.id", "=", id).executeTakeFirst();
}

/** What waits in a chat, the next first, and what could not be sent. */
export async function openIn(db: Db, scope: LocationScope, chat_id: number) {
  const open = scheduled(db, scope).where("s.chat_id", "=", chat_id).where("s.state", "in", ["waiting", "refused"]);
  return open.orderBy("s.send_at").orderBy("s.id").execute();
}

/** The text that a browser has scheduled under this id before. */
export async function scheduledByClientId(db: Db, dealer_id: number, client_id: string) {
  const known = db.selectFrom("scheduled_messages").where("dealer_id", "=", dealer_id);
  return known.where("client_id", "=", client_id).select(["id", "chat_id"]).executeTakeFirst();
}

/** Which chat a text waits in. */
export async function chatOfScheduled(db: Db, dealer_id: number, id: number) {
  const row = db.selectFrom("scheduled_messages").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return row.select(["chat_id", "location_id", "state"]).executeTakeFirst();
}

/** A text that waits, or waited; held until the end of the transaction. */
export async function lockScheduled(db: Db, dealer_id: number, id: number) {
  return db
    .selectFrom("scheduled_messages")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select(["id", "location_id", "chat_id", "phone", "message", "user_id", "send_at", "unless_reply", "created_at"])
    .select(sql<ScheduledState>`state`.as("state"))
    .forUpdate()
    .executeTakeFirst();
}

export interface Settled {
  readonly state: "sent" | "refused" | "undone";
  readonly reason?: string;
  readonly message_id?: number;
  readonly settled_at: Date;
}

export async function settleScheduled(db: Db, dealer_id: number, id: number, settled: Settled): Promise<void> {
  const row = db.updateTable("scheduled_messages").set(settled).where("dealer_id", "=", dealer_id);
  await row.where("id", "=", id).execute();
}

/** Texts of all dealers whose time was before `before`, the longest due first. */
export async function dueScheduled(db: Db, before: Date): Promise<{ dealer_id: number; scheduled_id: number }[]> {
  return db
    .selectFrom("scheduled_messages")
    .where("state", "=", "waiting")
    .where("send_at", "<=", before)
    .select(["dealer_id", "id as scheduled_id"])
    .orderBy("send_at")
    .limit(5_000)
    .execute();
}

/** When the customer of a chat last wrote or called. */
export async function heardAt(db: Db, dealer_id: number, chat_id: number): Promise<Date | null> {
  const chat = db.selectFrom("chats").where("dealer_id", "=", dealer_id).where("id", "=", chat_id);
  const row = await chat.select("latest_chat_message_received_time as at").executeTakeFirst();
  return row?.at ?? null;
}

/** Moves what waits in a chat into another; each keeps the phone that it goes to. */
export async function moveScheduled(db: Db, dealer_id: number, from: number, into: number, phone: string) {
  await db
    .updateTable("scheduled_messages")
    .set(({ fn, ref, val }) => ({ chat_id: into, phone: fn.coalesce(ref("phone"), val(phone)) }))
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", from)
    .execute();
}

/** Moves what goes to some phones back into the chat of the customer whose own `phones[0]` is. */
export async function moveScheduledBack(
  db: Db,
  dealer_id: number,
  from: number,
  into: number,
  phones: readonly [own: string, ...others: string[]],
): Promise<void> {
  await db
    .updateTable("scheduled_messages")
    .set(({ fn, ref, val }) => ({ chat_id: into, phone: fn<string | null>("nullif", [ref("phone"), val(phones[0])]) }))
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", from)
    .where("phone", "in", phones)
    .execute();
}
