import { type SqlBool, sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { CalledOutcome, EmailState } from "../contract.ts";

/** The wait of a customer's conversation that an email or a call ended. */
export interface EndedWait {
  readonly chat_id: number | null;
  readonly waited_since: Date | null;
  readonly wait_ended_at: Date | null;
}

/** Whether an email is what a member said to a customer. A plan's is not. */
export const isSentEmailSql = (email: string) =>
  sql<SqlBool>`${sql.ref(`${email}.state`)} = 'sent' and ${sql.ref(`${email}.plan_name`)} = ''`;
/** Whether a reply `r` is what a person wrote. */
export const isWrittenReplySql = sql<SqlBool>`r.is_automatic = 0`;
/** Whether a logged call `g` is one in which a member talked with a customer. */
export const isReachedCallSql = sql<SqlBool>`g.outcome = 'reached' and g.deleted_at is null`;

/** Since when a customer is known, and their first name; the customer must be live. */
export async function customerSince(db: Db, dealer_id: number, id: number): Promise<Date> {
  const customer = db.selectFrom("customers").where("dealer_id", "=", dealer_id).where("id", "=", id);
  return (await customer.select("created_at").executeTakeFirstOrThrow()).created_at;
}

export interface PersonalEmailKey extends LocationKey {
  readonly id: number;
}

interface NewEmail extends LocationKey {
  readonly customer_id: number;
  /** Who wrote it; of a plan's, who signs it, if anyone. */
  readonly user_id: number | null;
  /** Empty: a member wrote it. */
  readonly plan_name?: string;
  readonly state?: EmailState;
  readonly attempts?: number;
  readonly client_id: string;
  readonly email: string;
  readonly subject: string;
  readonly words: string;
  readonly created_at: Date;
  readonly due_at: Date;
}

/** Stores an email that is to leave. @returns its id; undefined when one with this client id is stored. */
export async function insertEmail(db: Db, email: NewEmail): Promise<number | undefined> {
  const row = await db
    .insertInto("customer_emails")
    .values(email)
    .onConflict((conflict) => conflict.columns(["dealer_id", "client_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

const stateSql = sql<EmailState>`state`.as("state");

/** The email with a client id, wherever in the business. */
export async function emailByClientId(db: Db, dealer_id: number, client_id: string) {
  return db
    .selectFrom("customer_emails")
    .where("dealer_id", "=", dealer_id)
    .where("client_id", "=", client_id)
    .select(["id", "customer_id", "user_id", stateSql])
    .executeTakeFirst();
}

/** Locks an email of the location until the transaction ends. */
export async function lockEmail(db: Db, { dealer_id, location_id, id }: PersonalEmailKey) {
  return db
    .selectFrom("customer_emails")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select(["dealer_id", "location_id", "id", "customer_id", "user_id", "email", "subject", "words", "created_at"])
    .select(["plan_name", "due_at", "attempts", "chat_id", "waited_since", "wait_ended_at", stateSql])
    .forUpdate()
    .executeTakeFirst();
}
export type LockedEmail = NonNullable<Awaited<ReturnType<typeof lockEmail>>>;

/** An email that a member wrote. */
export type MemberEmail = LockedEmail & { readonly user_id: number };

export const isByMember = (email: LockedEmail): email is MemberEmail =>
  email.plan_name === "" && email.user_id !== null;

interface EmailFields extends Partial<EndedWait> {
  readonly state: EmailState;
  readonly due_at: Date | null;
  readonly reason?: string;
  readonly attempts?: number;
  readonly sent_at?: Date;
  readonly email?: string;
}

export async function changeEmail(db: Db, { dealer_id, id }: PersonalEmailKey, change: EmailFields): Promise<void> {
  const email = db.updateTable("customer_emails").set(change).where("dealer_id", "=", dealer_id);
  await email.where("id", "=", id).execute();
}

/** Removes an email that didn't leave. */
export async function removeEmail(db: Db, { dealer_id, id }: PersonalEmailKey): Promise<void> {
  await db.deleteFrom("customer_emails").where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** Emails that are to leave, or whose answer didn't come, of all businesses. */
export async function dueEmails(db: Db, now: Date): Promise<PersonalEmailKey[]> {
  return db
    .selectFrom("customer_emails")
    .where("due_at", "<=", now)
    .select(["dealer_id", "location_id", "id"])
    .orderBy("due_at")
    .limit(500)
    .execute();
}

/** At which location an email is; undefined for one that was erased. */
export async function locationOfEmail(db: Db, dealer_id: number, id: number): Promise<LocationKey | undefined> {
  return db
    .selectFrom("customer_emails")
    .where("dealer_id", "=", dealer_id)
    .where("id", "=", id)
    .select(["dealer_id", "location_id"])
    .executeTakeFirst();
}

export interface LoggedCallFields {
  readonly outcome: CalledOutcome;
  readonly at: Date;
  readonly minutes: number | null;
  readonly note: string;
}

interface NewLoggedCall extends LocationKey, LoggedCallFields {
  readonly customer_id: number;
  readonly user_id: number;
  readonly client_id: string;
  readonly created_at: Date;
}

/** Stores a logged call. @returns its id; undefined when one with this client id is stored. */
export async function insertCall(db: Db, call: NewLoggedCall): Promise<number | undefined> {
  const row = await db
    .insertInto("logged_calls")
    .values(call)
    .onConflict((conflict) => conflict.columns(["dealer_id", "client_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function callByClientId(db: Db, dealer_id: number, client_id: string) {
  return db
    .selectFrom("logged_calls")
    .where("dealer_id", "=", dealer_id)
    .where("client_id", "=", client_id)
    .select(["id", "customer_id", "user_id"])
    .executeTakeFirst();
}

export interface LoggedCallKey extends LocationKey {
  readonly id: number;
}

/** Locks a logged call of the location, deleted or not, until the transaction ends. */
export async function lockCall(db: Db, { dealer_id, location_id, id }: LoggedCallKey) {
  return db
    .selectFrom("logged_calls")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .select(["dealer_id", "location_id", "id", "customer_id", "user_id", "at", "minutes", "note", "created_at"])
    .select(["deleted_at", "deleted_by", "chat_id", "waited_since", "wait_ended_at"])
    .select(sql<CalledOutcome>`outcome`.as("outcome"))
    .forUpdate()
    .executeTakeFirst();
}
export type LockedCall = NonNullable<Awaited<ReturnType<typeof lockCall>>>;

type LoggedCallChange = Partial<LoggedCallFields & EndedWait & { deleted_at: Date | null; deleted_by: number | null }>;

export async function changeCall(db: Db, { dealer_id, id }: LoggedCallKey, change: LoggedCallChange): Promise<void> {
  const call = db.updateTable("logged_calls").set(change).where("dealer_id", "=", dealer_id);
  await call.where("id", "=", id).execute();
}

/** Which of these customers were emailed, or called. */
export async function customersReached(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  customer_ids: readonly number[],
): Promise<number[]> {
  const ids = [...customer_ids];
  const { rows } = await sql<{ customer_id: number }>`
    select customer_id from customer_emails where dealer_id = ${dealer_id} and location_id = ${location_id}
      and customer_id = any(${ids}::bigint[])
    union select customer_id from logged_calls where dealer_id = ${dealer_id} and location_id = ${location_id}
      and customer_id = any(${ids}::bigint[]) and deleted_at is null`.execute(db);
  return rows.map(({ customer_id }) => customer_id);
}
