import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

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
