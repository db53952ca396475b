import { sql } from "kysely";
import type { LocationKey, LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
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
  const insert = db.insertInto("scheduled_messages").values({ dealer_id, location_id, ...scheduled });
  return (await insert.returning("id").executeTakeFirstOrThrow()).id;
}

/** Scheduled texts of the acting location, with their authors. */
function selectScheduled(db: Db, { dealer_id, location_id }: LocationScope) {
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

export type ScheduledRow = Awaited<ReturnType<ReturnType<typeof selectScheduled>["executeTakeFirstOrThrow"]>>;

export async function scheduledById(db: Db, scope: LocationScope, id: number) {
  return selectScheduled(db, scope).where("s.id", "=", id).executeTakeFirst();
}

/** A chat's waiting and refused texts, in order of their times. */
export async function openScheduledIn(db: Db, scope: LocationScope, chat_id: number) {
  const open = selectScheduled(db, scope)
    .where("s.chat_id", "=", chat_id)
    .where("s.state", "in", ["waiting", "refused"]);
  return open.orderBy("s.send_at").orderBy("s.id").execute();
}

/** The text that a browser already scheduled under this id. */
export async function scheduledByClientId(db: Db, dealer_id: number, client_id: string) {
  const rows = db.selectFrom("scheduled_messages").where("dealer_id", "=", dealer_id);
  return rows.where("client_id", "=", client_id).select(["id", "chat_id"]).executeTakeFirst();
}

/** A scheduled text's chat and state, without a lock. */
export async function chatOfScheduled(db: Db, dealer_id: number, id: number) {
  const row = db.selectFrom("scheduled_messages").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return row.select(["chat_id", "location_id", "state"]).executeTakeFirst();
}

/** A scheduled text in any state; locks the row until the transaction ends. */
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

export interface ScheduledOutcome {
  readonly state: "sent" | "refused" | "undone";
  readonly reason?: string;
  readonly message_id?: number;
  readonly settled_at: Date;
}

export async function settleScheduled(db: Db, dealer_id: number, id: number, outcome: ScheduledOutcome): Promise<void> {
  const row = db.updateTable("scheduled_messages").set(outcome).where("dealer_id", "=", dealer_id);
  await row.where("id", "=", id).execute();
}

/** Waiting texts of all dealers due before `before`, longest overdue first. */
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

/** When a chat's customer last wrote or called. */
export async function lastReceivedAt(db: Db, dealer_id: number, chat_id: number): Promise<Date | null> {
  const chat = db.selectFrom("chats").where("dealer_id", "=", dealer_id).where("id", "=", chat_id);
  const row = await chat.select("latest_chat_message_received_time as at").executeTakeFirst();
  return row?.at ?? null;
}

/** Moves a chat's scheduled texts to another chat; each keeps the phone it goes to. */
export async function moveScheduled(db: Db, dealer_id: number, from: number, into: number, phone: string) {
  await db
    .updateTable("scheduled_messages")
    .set(({ fn, ref, val }) => ({ chat_id: into, phone: fn.coalesce(ref("phone"), val(phone)) }))
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", from)
    .execute();
}

/** Moves the scheduled texts to these phones back to the chat of the customer whose own phone is `phones[0]`. */
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

function waitingTexts({ dealer_id, location_id }: LocationKey, customer_ids: readonly number[]) {
  return sql`chats.dealer_id = ${dealer_id} and chats.location_id = ${location_id}
    and chats.customer_id = any(${[...customer_ids]}::bigint[])
    and scheduled_messages.dealer_id = chats.dealer_id and scheduled_messages.chat_id = chats.id
    and scheduled_messages.state = 'waiting'`;
}

/** How many texts to these customers wait for their time. */
export async function countWaitingTexts(db: Db, location: LocationKey, customer_ids: readonly number[]) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from scheduled_messages, chats
    where ${waitingTexts(location, customer_ids)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Takes back the texts to these customers that wait for their time. */
export async function takeBackWaiting(db: Db, location: LocationKey, customer_ids: readonly number[], at: Date) {
  const { rows } = await sql<{ id: number; chat_id: number; customer_id: number }>`
    update scheduled_messages set state = 'undone', settled_at = ${at} from chats
    where ${waitingTexts(location, customer_ids)}
    returning scheduled_messages.id, scheduled_messages.chat_id, chats.customer_id`.execute(db);
  return rows;
}

/** Those of the texts that were taken back wait again, if their time is still to come. */
export async function waitAgain(db: Db, { dealer_id, location_id }: LocationKey, ids: readonly number[], now: Date) {
  const { rows } = await sql<{ id: number; chat_id: number; send_at: Date }>`
    update scheduled_messages set state = 'waiting', settled_at = null
    where dealer_id = ${dealer_id} and location_id = ${location_id} and id = any(${[...ids]}::bigint[])
      and state = 'undone' and send_at > ${now}
    returning id, chat_id, send_at`.execute(db);
  return rows;
}
