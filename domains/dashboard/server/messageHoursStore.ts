import { type RawBuilder, sql } from "kysely";
import type { TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { splitRange } from "../rules.ts";
import { type Bucket, type FigureScope, inScope } from "./store.ts";

/** Locks the end of the rolled-up hours until the end of the transaction. */
export async function lockRolledUpUntil(db: Db): Promise<Date | null> {
  const { until } = await db.selectFrom("message_hours_until").select("until").forUpdate().executeTakeFirstOrThrow();
  return until;
}

export async function setRolledUpUntil(db: Db, until: Date): Promise<void> {
  await db.updateTable("message_hours_until").set({ until }).execute();
}

/** The end of the rolled-up hours. */
export async function rolledUpUntil(db: Db): Promise<Date | null> {
  const { until } = await db.selectFrom("message_hours_until").select("until").executeTakeFirstOrThrow();
  return until;
}

/** The hour of the oldest row to roll up. */
export async function firstHour(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select date_trunc('hour', least((select min(datetime) from messages), (select min(created_at) from customers),
      (select min(created) from appointments), (select min(datetime) from appointments)), 'UTC') as at`.execute(db);
  return rows[0]?.at ?? null;
}

/** An hour of a business whose rows changed after its rollup. */
export interface StaleHour {
  readonly dealer_id: number;
  readonly hour: Date;
}

/** Hours per transaction; takes seconds even with thousands of texts per hour. */
const maxStaleHours = 50;

/**
 * Removes and returns marks of changed hours. Later reads see every change whose mark was taken, because both were
 * committed together.
 */
export async function takeStaleHours(
  db: Db,
  marks: "message_hours_stale" | "figure_hours_stale",
): Promise<StaleHour[]> {
  const table = sql.table(marks);
  const { rows } = await sql<StaleHour>`with taken as (
      delete from ${table} where (dealer_id, hour) in (select distinct dealer_id, hour from ${table} limit ${maxStaleHours})
      returning dealer_id, hour
    ) select distinct dealer_id, hour from taken`.execute(db);
  return rows;
}

/** The hours as a table `stale`. */
export function staleHoursTable(hours: readonly StaleHour[]): RawBuilder<unknown> {
  const dealers = hours.map(({ dealer_id }) => dealer_id);
  const times = hours.map(({ hour }) => hour.toISOString());
  return sql`unnest(${dealers}::bigint[], ${times}::timestamptz[]) as stale (dealer_id, hour)`;
}

const hourOf = (of: string) => sql`date_trunc('hour', ${sql.ref(of)}.datetime, 'UTC')`;

/** Whether a customer's message follows one of ours. Campaign texts are in no figure. */
const previousMessage = sql`left join lateral (
    select 1 - earlier.is_from_customer as was_ours from messages earlier
    where earlier.dealer_id = m.dealer_id and earlier.chat_id = m.chat_id and earlier.id < m.id
      and earlier.campaign_id is null
    order by earlier.id desc limit 1
  ) before on m.is_from_customer = 1`;

const sumColumns = sql`count(*) filter (where m.is_from_customer = 0)::int as sent,
  count(*) filter (where m.is_from_customer = 1)::int as received, coalesce(sum(before.was_ours), 0)::int as replies`;

const messagesWithChats = sql`messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id ${previousMessage}`;

/** Rolls up hours for the first time. */
export async function rollUpMessageHours(db: Db, { from, to }: TimeRange): Promise<void> {
  await sql`insert into message_hours (dealer_id, location_id, hour, user_id, sent, received, replies)
    select m.dealer_id, c.location_id, ${hourOf("m")}, coalesce(m.user_id, 0), ${sumColumns}
    from ${messagesWithChats} where m.campaign_id is null and m.datetime >= ${from} and m.datetime < ${to} group by 1, 2, 3, 4`.execute(
    db,
  );
}

/** Rolls up changed hours again. */
export async function rebuildMessageHours(db: Db, hours: readonly StaleHour[]): Promise<void> {
  const stale = staleHoursTable(hours);
  await sql`delete from message_hours h using ${stale} where h.dealer_id = stale.dealer_id and h.hour = stale.hour`.execute(
    db,
  );
  // Hour by hour through the index: Postgres overestimates an hour's messages and would scan them all.
  await sql`insert into message_hours (dealer_id, location_id, hour, user_id, sent, received, replies)
    select m.dealer_id, c.location_id, stale.hour, coalesce(m.user_id, 0), ${sumColumns}
    from ${stale} cross join lateral (
      select * from messages m where m.dealer_id = stale.dealer_id and m.campaign_id is null
        and m.datetime >= stale.hour and m.datetime < stale.hour + interval '1 hour' offset 0
    ) as m cross join lateral (
      select c.location_id from chats c where c.dealer_id = m.dealer_id and c.id = m.chat_id offset 0
    ) as c ${previousMessage}
    group by 1, 2, 3, 4`.execute(db);
}

/**
 * The messages of a range as rows (hour, user_id, sent, received, replies) to sum: from rolled-up hours, and from the
 * messages themselves for newer, partial or changed hours.
 */
export async function messageCountRows(db: Db, scope: FigureScope, range: TimeRange): Promise<RawBuilder<unknown>> {
  const { whole, before: early, after: late } = splitRange(range, await rolledUpUntil(db));
  const changed = sql`select stale.hour from message_hours_stale stale
    where stale.dealer_id = ${scope.dealer_id} and stale.hour >= ${whole.from} and stale.hour < ${whole.to}`;
  const live = sql`select ${hourOf("m")}, coalesce(m.user_id, 0), 1 - m.is_from_customer, m.is_from_customer, coalesce(before.was_ours, 0)`;
  return sql`(
    select hour, user_id, sent, received, replies from message_hours h
    where ${inScope("h", scope)} and hour >= ${whole.from} and hour < ${whole.to} and hour not in (${changed})
    union all
    ${live} from ${messagesWithChats}
    where m.dealer_id = ${scope.dealer_id} and m.campaign_id is null and ${inScope("c", scope)} and (
      (m.datetime >= ${early.from} and m.datetime < ${early.to}) or (m.datetime >= ${late.from} and m.datetime < ${late.to})
    )
    union all
    ${live} from (select distinct hour from (${changed}) as changed) as changed cross join lateral (
      select * from messages m where m.dealer_id = ${scope.dealer_id} and m.campaign_id is null
        and m.datetime >= changed.hour and m.datetime < changed.hour + interval '1 hour' offset 0
    ) as m cross join lateral (
      select c.location_id from chats c where c.dealer_id = m.dealer_id and c.id = m.chat_id and ${inScope("c", scope)} offset 0
    ) as c ${previousMessage}
  )`;
}

export interface MessageSums {
  readonly at: string;
  readonly sent: number;
  readonly received: number;
  readonly replies: number;
}

/** The messages of a range by hour or day of a zone. */
export async function messageSums(db: Db, scope: FigureScope, range: TimeRange, bucket: Bucket) {
  const messages = await messageCountRows(db, scope, range);
  const { rows } = await sql<MessageSums>`
    select ${bucket("counted.hour")}::text as at, sum(sent)::int as sent, sum(received)::int as received, sum(replies)::int as replies
    from (
      select hour, sum(sent) as sent, sum(received) as received, sum(replies) as replies from ${messages} as counted group by hour
    ) as counted group by ${bucket("counted.hour")}`.execute(db);
  return rows;
}
