import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { defaultHours, type Hours } from "#domains/locations/hours/rules.ts";
import type { AfterHoursReply } from "../contract.ts";
import { type AnsweringPlace, type AnswerKind, longestPauseMs, machineSeconds, type SentAnswer } from "../rules.ts";

/** A location's reply after hours as it is stored: empty words are the usual ones. */
export async function storedReply(db: Db, { dealer_id, location_id }: LocationKey): Promise<AfterHoursReply> {
  const row = await db
    .selectFrom("after_hours_replies")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .select(["is_on", "closed_words", "holiday_words"])
    .executeTakeFirst();
  return { is_on: 0, closed_words: "", holiday_words: "", ...(row as AfterHoursReply | undefined) };
}

export async function saveReply(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  reply: AfterHoursReply,
): Promise<void> {
  await db
    .insertInto("after_hours_replies")
    .values({ dealer_id, location_id, ...reply })
    .onConflict((conflict) => conflict.columns(["dealer_id", "location_id"]).doUpdateSet(reply))
    .execute();
}

/** The hours of a location that replies while it is closed; undefined for all others. Asked with every inbound text. */
export async function hoursOfReplying(
  db: Db,
  { dealer_id, location_id }: LocationKey,
): Promise<AnsweringPlace | undefined> {
  const { rows } = await sql<{ time_zone: string; week: Hours["week"] | null; closed: Hours["closed"] | null }>`
    ${preparedStatement}
    select l.time_zone, h.week, h.closed from after_hours_replies r
    join locations l on l.dealer_id = r.dealer_id and l.id = r.location_id
    left join business_hours h on h.dealer_id = r.dealer_id and h.location_id = r.location_id
    where r.dealer_id = ${dealer_id}::bigint and r.location_id = ${location_id}::bigint and r.is_on = 1`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { time_zone, week, closed } = row;
  return { time_zone, hours: week && closed ? { week, closed } : defaultHours };
}

/** A customer's text that may get a reply, where it is by now. */
export interface AskingText {
  readonly chat_id: number;
  readonly customer_id: number;
  /** E.164 */
  readonly phone: string;
  /** The same when it isn't the customer's own. */
  readonly other_phone: string | null;
  readonly first_name: string;
  readonly asked_at: Date;
  /** A member wrote since. */
  readonly is_answered: boolean;
}

/** A text of a location's customer; undefined when it or the customer was deleted. */
export async function askingText(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  message_id: number,
): Promise<AskingText | undefined> {
  const { rows } = await sql<AskingText>`
    select m.chat_id, c.customer_id, case when m.phone is null then k.phone else m.phone end as phone,
      m.phone as other_phone, k.first_name, m.datetime as asked_at,
      exists (select from messages r where r.dealer_id = m.dealer_id and r.chat_id = m.chat_id and r.id > m.id
        and r.is_from_customer = 0 and r.user_id is not null and r.campaign_id is null) as is_answered
    from messages m join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
    join customers k on k.dealer_id = c.dealer_id and k.id = c.customer_id
    where m.dealer_id = ${dealer_id} and m.id = ${message_id} and c.location_id = ${location_id}
      and m.deleted_at is null and k.deleted_at is null`.execute(db);
  return rows[0];
}

/** The answers that keep these phones of one person from getting another one. */
export async function answersTo(
  db: Db,
  dealer_id: number,
  phones: readonly string[],
  now: Date,
): Promise<SentAnswer[]> {
  return db
    .selectFrom("automatic_answers")
    .where("dealer_id", "=", dealer_id)
    .where("phone", "in", phones)
    .where("sent_at", ">", new Date(now.getTime() - longestPauseMs))
    .select([sql<AnswerKind>`kind`.as("kind"), "sent_at"])
    .execute();
}

export interface NewAnswer extends SentAnswer {
  readonly dealer_id: number;
  readonly phone: string;
  /** The automatic text. */
  readonly message_id: number;
}

export async function insertAnswer(db: Db, answer: NewAnswer): Promise<void> {
  const { dealer_id, phone, kind, message_id, sent_at } = answer;
  await db.insertInto("automatic_answers").values({ dealer_id, phone, kind, message_id, sent_at }).execute();
}

/** True when a phone texted back within seconds of its last automatic answer, which only machines do. */
export async function isMachine(db: Db, dealer_id: number, phone: string, since: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from messages reply join messages answer
        on answer.dealer_id = reply.dealer_id and answer.id = last.message_id
      where reply.dealer_id = ${dealer_id} and reply.chat_id = answer.chat_id and reply.id > answer.id
        and reply.is_from_customer = 1 and reply.message_type = 'message'
        and reply.datetime <= last.sent_at + make_interval(secs => ${machineSeconds})) as is
    from automatic_answers last
    where last.dealer_id = ${dealer_id} and last.phone = ${phone} and last.sent_at > ${since}
    order by last.sent_at desc, last.id desc limit 1`.execute(db);
  return rows[0]?.is ?? false;
}

/** True for a phone that rings at the business: a member's, a location's, or one of its own numbers. */
export async function isTeamPhone(db: Db, dealer_id: number, phone: string): Promise<boolean> {
  // Members and locations type their phones as they like.
  const digits = phone.replace(/\D/g, "").slice(-10);
  const isIt = (column: string) => sql`right(regexp_replace(${sql.ref(column)}, '\\D', '', 'g'), 10) = ${digits}`;
  const { rows } = await sql<{ is: boolean }>`select
    exists (select from users where dealer_id = ${dealer_id} and ${isIt("phone")})
    or exists (select from member_phones where dealer_id = ${dealer_id} and ${isIt("phone")})
    or exists (select from locations where dealer_id = ${dealer_id}
      and (${isIt("call_phone_no")} or ${isIt("notification_phone_no")}))
    or exists (select from phone_numbers where dealer_id = ${dealer_id} and number = ${phone})
    or exists (select from tracking_numbers where dealer_id = ${dealer_id} and number = ${phone}) as is`.execute(db);
  return rows[0]?.is ?? false;
}

/** The names that automatic texts are signed with, where the location is, and what it is called by. */
export async function senderNames(db: Db, { dealer_id, location_id }: LocationKey) {
  return db
    .selectFrom("locations")
    .innerJoin("dealers", "dealers.id", "locations.dealer_id")
    .where("locations.dealer_id", "=", dealer_id)
    .where("locations.id", "=", location_id)
    .select([
      "locations.title as location_name",
      "dealers.business_name as company_name",
      "dealers.phone as company_phone",
    ])
    .executeTakeFirstOrThrow();
}
