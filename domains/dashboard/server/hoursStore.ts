import { type RawBuilder, sql } from "kysely";
import type { Db } from "#core/server/unit.ts";
import { type Range, splitRange } from "../rules.ts";
import { atPlace, type Bucket, type Place } from "./store.ts";

/** Up to when messages have been added up; held until the end of the transaction. */
export async function lockUntil(db: Db): Promise<Date | null> {
  const { until } = await db.selectFrom("message_hours_until").select("until").forUpdate().executeTakeFirstOrThrow();
  return until;
}

export async function setUntil(db: Db, until: Date): Promise<void> {
  await db.updateTable("message_hours_until").set({ until }).execute();
}

/** The hour of the very first message. */
export async function firstHour(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select date_trunc('hour', min(datetime), 'UTC') as at from messages`.execute(db);
  return rows[0]?.at ?? null;
}

const hourOf = (of: string) => sql`date_trunc('hour', ${sql.ref(of)}.datetime, 'UTC')`;

/** Whether the message before a customer's in the conversation was ours. */
const before = sql`left join lateral (
    select 1 - earlier.is_from_customer as was_ours from messages earlier
    where earlier.dealer_id = m.dealer_id and earlier.chat_id = m.chat_id and earlier.id < m.id
    order by earlier.id desc limit 1
  ) before on m.is_from_customer = 1`;

const sums = sql`count(*) filter (where m.is_from_customer = 0)::int as sent,
  count(*) filter (where m.is_from_customer = 1)::int as received, coalesce(sum(before.was_ours), 0)::int as replies`;

const messagesWithChats = sql`messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id ${before}`;

/** Adds up hours that nobody has added up. */
export async function addUpHours(db: Db, { from, to }: Range): Promise<void> {
  await sql`insert into message_hours (dealer_id, location_id, hour, user_id, sent, received, replies)
    select m.dealer_id, c.location_id, ${hourOf("m")}, coalesce(m.user_id, 0), ${sums}
    from ${messagesWithChats} where m.datetime >= ${from} and m.datetime < ${to} group by 1, 2, 3, 4`.execute(db);
}

/** Adds up the hours again that are not right any more; those that were not added up yet will be. */
export async function addUpAgain(db: Db): Promise<void> {
  await sql`with stale as (delete from message_hours_stale returning dealer_id, hour),
    known as (select stale.* from stale, message_hours_until where stale.hour < message_hours_until.until)
    insert into message_hours (dealer_id, location_id, hour, user_id, sent, received, replies)
    select m.dealer_id, c.location_id, known.hour, coalesce(m.user_id, 0), ${sums}
    from known join ${messagesWithChats}
      on m.dealer_id = known.dealer_id and m.datetime >= known.hour and m.datetime < known.hour + interval '1 hour'
    group by 1, 2, 3, 4
    on conflict (dealer_id, location_id, hour, user_id) do update
      set sent = excluded.sent, received = excluded.received, replies = excluded.replies`.execute(db);
}

/**
 * The messages of a range as rows of (hour, user_id, sent, received, replies): from the hours that were added up, and for
 * what is newer, or lies in a part of an hour, from the messages. To be summed.
 */
export async function countedMessages(db: Db, place: Place, range: Range): Promise<RawBuilder<unknown>> {
  const { until } = await db.selectFrom("message_hours_until").select("until").executeTakeFirstOrThrow();
  const { whole, before: early, after: late } = splitRange(range, until);
  return sql`(
    select hour, user_id, sent, received, replies from message_hours h
    where ${atPlace("h", place)} and hour >= ${whole.from} and hour < ${whole.to}
    union all
    select ${hourOf("m")}, coalesce(m.user_id, 0), 1 - m.is_from_customer, m.is_from_customer, coalesce(before.was_ours, 0)
    from ${messagesWithChats}
    where m.dealer_id = ${place.dealer_id} and ${atPlace("c", place)} and (
      (m.datetime >= ${early.from} and m.datetime < ${early.to}) or (m.datetime >= ${late.from} and m.datetime < ${late.to})
    )
  )`;
}

export interface MessageSums {
  readonly at: string;
  readonly sent: number;
  readonly received: number;
  readonly replies: number;
}

/** The messages of a range by the hours or days of a zone. */
export async function messageSums(db: Db, place: Place, range: Range, by: Bucket) {
  const counted = await countedMessages(db, place, range);
  const { rows } = await sql<MessageSums>`
    select ${by("counted.hour")}::text as at, sum(sent)::int as sent, sum(received)::int as received, sum(replies)::int as replies
    from ${counted} as counted group by ${by("counted.hour")}`.execute(db);
  return rows;
}

/** How many texts each person wrote in a range. */
export async function sentByPerson(db: Db, place: Place, range: Range) {
  const counted = await countedMessages(db, place, range);
  const { rows } = await sql<{ user_id: number; sent: number }>`
    select user_id, sum(sent)::int as sent from ${counted} as counted
    where user_id <> 0 group by user_id having sum(sent) > 0 order by user_id`.execute(db);
  return rows;
}

/** The messages of a range, under their figures' names. */
export async function countMessages(db: Db, place: Place, range: Range) {
  const counted = await countedMessages(db, place, range);
  const { rows } = await sql<{ new_messages: number; messages_sent: number; replies_received: number }>`
    select coalesce(sum(received), 0)::int as new_messages, coalesce(sum(sent), 0)::int as messages_sent,
      coalesce(sum(replies), 0)::int as replies_received
    from ${counted} as counted`.execute(db);
  return rows[0] ?? { new_messages: 0, messages_sent: 0, replies_received: 0 };
}
