import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { markReplied, markWaiting } from "#domains/inbox/list/server/public.ts";
import { lockChat } from "#domains/inbox/server/public.ts";
import { type EndedWait, isSentEmailSql } from "./store.ts";

export const noWait: EndedWait = { chat_id: null, waited_since: null, wait_ended_at: null };

/** Marks a customer's conversation as replied, where they wait since before `at`. @returns what takes that back. */
export async function endWait(
  unit: UnitOfWork,
  location: LocationKey,
  customer_id: number,
  at: Date,
): Promise<EndedWait> {
  const chat = await waitingChat(unit.db, location, customer_id);
  if (!chat || !(await lockChat(unit.db, location, chat.id))) return noWait;
  const since = (await waitingChat(unit.db, location, customer_id))?.waiting_since;
  if (!since || since > at) return noWait;
  await markReplied(unit, location, chat.id);
  return { chat_id: chat.id, waited_since: since, wait_ended_at: unit.now() };
}

/** What ended a wait: an email or a logged call. */
interface Ending extends EndedWait {
  readonly table: "customer_emails" | "logged_calls";
  readonly id: number;
  readonly customer_id: number;
}

/** Takes that back, unless someone wrote since, or another email or call of the same wait stands: then it ended the wait. */
export async function resumeWait(unit: UnitOfWork, location: LocationKey, ending: Ending): Promise<void> {
  const { chat_id, waited_since, wait_ended_at } = ending;
  if (chat_id === null || waited_since === null || wait_ended_at === null) return;
  if (!(await lockChat(unit.db, location, chat_id))) return;
  if (await handOn(unit.db, location, ending)) return;
  await markWaiting(unit, location, chat_id, { since: waited_since, marked_at: wait_ended_at });
}

/** Makes the next email or call of the same wait the one that ended it. @returns false when there is none. */
async function handOn(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { table, id, customer_id, chat_id, waited_since, wait_ended_at }: Ending,
): Promise<boolean> {
  const theirs = sql`dealer_id = ${dealer_id} and location_id = ${location_id} and customer_id = ${customer_id}
    and chat_id is null`;
  const ended = sql`chat_id = ${chat_id}, waited_since = ${waited_since}, wait_ended_at = ${wait_ended_at}`;
  const but = (name: Ending["table"]) => (name === table ? sql`id <> ${id}` : sql`true`);
  const calls = await sql`update logged_calls set ${ended} where dealer_id = ${dealer_id} and id = (
    select id from logged_calls where ${theirs} and ${but("logged_calls")} and outcome = 'reached' and deleted_at is null
      and at >= ${waited_since} order by at, id limit 1)`.execute(db);
  if (calls.numAffectedRows) return true;
  const emails = await sql`update customer_emails set ${ended} where dealer_id = ${dealer_id} and id = (
    select id from customer_emails where ${theirs} and ${but("customer_emails")} and ${isSentEmailSql("customer_emails")}
      and sent_at >= ${waited_since} order by sent_at, id limit 1)`.execute(db);
  return Boolean(emails.numAffectedRows);
}

/** The conversation of a customer, or of the one they were merged into, while they wait in it. */
async function waitingChat(db: Db, { dealer_id, location_id }: LocationKey, customer_id: number) {
  const { rows } = await sql<{ id: number; waiting_since: Date }>`select c.id, c.waiting_since from chats c
    where c.dealer_id = ${dealer_id} and c.location_id = ${location_id} and c.waiting_since is not null
      and c.customer_id in (${customer_id}, (select k.merged_into from customers k
        where k.dealer_id = ${dealer_id} and k.id = ${customer_id}))`.execute(db);
  return rows[0];
}
