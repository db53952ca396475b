import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import { abandonedSeconds } from "#domains/inbox/voice/rules.ts";
import { outcomeAfter, unrepliedAfter } from "../rules.ts";

/*
 * The rules' causes without a task yet, of all dealers. Each query starts from a partial index and checks the unique
 * index on causes; values that select an index are inlined, because prepared statements are planned without parameters.
 */

/** What a rule acts on: a customer, since when, and the chat. */
export interface TaskCause {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly customer_id: number;
  /** Identifies the cause: one task per rule and cause. */
  readonly cause: string;
  readonly since: Date;
  /** The chat's member, if any. */
  readonly assigned_to: number | null;
  readonly chat_id: number | null;
}

export interface WaitCause extends TaskCause {
  readonly customer_name: string;
  /** What the customer wrote last; empty for a picture or a call. */
  readonly words: string;
}

export interface CallCause extends TaskCause {
  readonly has_voicemail: boolean;
}

export interface AppointmentCause extends TaskCause {
  readonly appointment_id: number;
  readonly title: string;
  readonly datetime: Date;
}

/** SQL: the location hasn't turned the rule off. */
export const isOn = (rule: string, of: string) => sql`not exists (select from task_rules
    where task_rules.dealer_id = ${sql.ref(`${of}.dealer_id`)} and task_rules.location_id = ${sql.ref(`${of}.location_id`)}
      and ${sql.ref(`task_rules.${rule}`)} = 0)`;

/** No task for this cause yet; a task that ended because the cause paused doesn't count. */
export const isNew = (rule: string, of: string, cause: ReturnType<typeof sql>) => sql`not exists (select from tasks
    where tasks.dealer_id = ${sql.ref(`${of}.dealer_id`)} and tasks.rule = ${sql.lit(rule)} and tasks.rule <> 'hand' and tasks.cause = ${cause}
      and not (tasks.ended_how in ('closed', 'moved', 'settled', 'raised') and tasks.deleted_at is null))`;

/** Customers who have waited long enough by the clock; the caller checks business hours. */
export async function findWaits(db: Db, now: Date): Promise<WaitCause[]> {
  const cause = sql`chats.id || '@' || floor(extract(epoch from chats.waiting_since) * 1000)::bigint`;
  const { rows } = await sql<WaitCause>`
    select chats.dealer_id, chats.location_id, chats.customer_id, chats.id as chat_id, chats.assigned_to,
      chats.waiting_since as since, ${cause} as cause, customers.customer_name, coalesce((
        select m.message from messages m where m.dealer_id = chats.dealer_id and m.chat_id = chats.id
          and m.is_from_customer = 1 and m.message_type = 'message' and m.deleted_at is null
        order by m.id desc limit 1), '') as words
    from chats join customers on customers.dealer_id = chats.dealer_id and customers.id = chats.customer_id
    where chats.waiting_since <= ${new Date(now.getTime() - unrepliedAfter * 1000)} and chats.is_closed = 0
      and customers.deleted_at is null and ${isOn("unreplied", "chats")} and ${isNew("unreplied", "chats", cause)}
      and not exists (select from tasks where tasks.dealer_id = chats.dealer_id and tasks.chat_id = chats.id
        and tasks.rule = 'missed_call' and tasks.state = 'open' and tasks.deleted_at is null)`.execute(db);
  return rows;
}

/** The newest missed call of each waiting caller within the last three days. */
export async function findMissedCalls(db: Db, now: Date): Promise<CallCause[]> {
  const cause = sql`calls.id::text`;
  const { rows } = await sql<CallCause>`
    select distinct on (chats.dealer_id, chats.id) chats.dealer_id, chats.location_id, chats.customer_id, chats.id as chat_id,
      chats.assigned_to, ${cause} as cause, messages.datetime as since, calls.state = 'voicemail' as has_voicemail
    from calls join chats on chats.dealer_id = calls.dealer_id and chats.id = calls.chat_id
      join messages on messages.dealer_id = calls.dealer_id and messages.id = calls.message_id
      join customers on customers.dealer_id = chats.dealer_id and customers.id = chats.customer_id
    where calls.direction = 'incoming' and calls.state in ('missed', 'voicemail') and calls.spam = 0 and calls.started_at > ${now}::timestamptz - interval '3 days'
      -- Who hung up at once is no task.
      and (calls.state = 'voicemail' or coalesce(calls.ended_at, ${now}::timestamptz) - calls.started_at
        >= ${abandonedSeconds} * interval '1 second')
      and chats.waiting_since <= messages.datetime and chats.is_closed = 0 and customers.deleted_at is null
      and ${isOn("missed_call", "calls")} and ${isNew("missed_call", "calls", cause)}
      -- Repeated calls share a task; a call after the task was done makes another.
      and not exists (select from tasks where tasks.dealer_id = calls.dealer_id and tasks.chat_id = calls.chat_id
        and tasks.rule = 'missed_call' and (tasks.state = 'open' or tasks.ended_at >= messages.datetime))
    order by chats.dealer_id, chats.id, calls.id desc`.execute(db);
  return rows;
}

const appointmentColumns = sql`appointments.dealer_id, appointments.location_id, appointments.customer_id,
  appointments.id as appointment_id, appointments.id::text as cause, appointments.title, appointments.datetime,
  chats.id as chat_id, chats.assigned_to`;
const appointmentsWithChat = sql`appointments
  join customers on customers.dealer_id = appointments.dealer_id and customers.id = appointments.customer_id
  left join chats on chats.dealer_id = appointments.dealer_id and chats.location_id = appointments.location_id
    and chats.customer_id = appointments.customer_id`;
const cause = sql`appointments.id::text`;

const ifActive = (member: string) => sql`(select users.id from users
  where users.dealer_id = appointments.dealer_id and users.id = ${sql.ref(member)} and users.is_active)`;
/** Who sees to an appointment: its host, else the chat's member, else who made it. */
const responsible = sql`coalesce(${ifActive("appointments.host_id")}, chats.assigned_to,
  ${ifActive("appointments.created_by")})`;

/** No-shows of the last month without a newer appointment. */
export async function findNoShows(db: Db, now: Date): Promise<AppointmentCause[]> {
  const { rows } = await sql<AppointmentCause>`
    select ${appointmentColumns}, least(appointments.datetime, ${now}::timestamptz) as since from ${appointmentsWithChat}
    where appointments.status = 2 and appointments.datetime > ${now}::timestamptz - interval '30 days'
      and customers.deleted_at is null
      and ${isOn("no_show", "appointments")} and ${isNew("no_show", "appointments", cause)}
      and not exists (select from appointments as newer where newer.dealer_id = appointments.dealer_id
        and newer.customer_id = appointments.customer_id and newer.id <> appointments.id
        and newer.created > least(appointments.datetime, ${now}::timestamptz))`.execute(db);
  return rows;
}

/** Coming appointments whose customers asked for another time. */
export async function findChangeRequests(db: Db, now: Date): Promise<AppointmentCause[]> {
  const asked = sql`appointments.id || '@' || floor(extract(epoch from appointments.change_asked_at) * 1000)::bigint`;
  const { rows } = await sql<AppointmentCause>`
    select appointments.dealer_id, appointments.location_id, appointments.customer_id,
      appointments.id as appointment_id, ${asked} as cause, appointments.title, appointments.datetime,
      chats.id as chat_id, ${responsible} as assigned_to, appointments.change_asked_at as since
    from ${appointmentsWithChat}
    where appointments.change_asked_at is not null and appointments.status = 0 and customers.deleted_at is null
      and appointments.datetime > ${now} and ${isOn("reschedule", "appointments")}
      and ${isNew("reschedule", "appointments", asked)}`.execute(db);
  return rows;
}

/** Appointments of the last days that are over and still pending, with their customers' names. */
export async function findUnrecorded(db: Db, now: Date): Promise<(AppointmentCause & { customer_name: string })[]> {
  const time = sql`appointments.id || '@' || floor(extract(epoch from appointments.datetime))::bigint`;
  const end = sql`appointment_end(appointments.datetime, appointments.duration)`;
  const { rows } = await sql<AppointmentCause & { customer_name: string }>`
    select appointments.dealer_id, appointments.location_id, appointments.customer_id,
      appointments.id as appointment_id, ${time} as cause, appointments.title, appointments.datetime,
      chats.id as chat_id, ${responsible} as assigned_to, ${end} as since, customers.customer_name
    from ${appointmentsWithChat}
    where appointments.status = 0 and customers.deleted_at is null
      and appointments.datetime > ${now}::timestamptz - interval '3 days' and appointments.datetime < ${now}
      and ${end} <= ${new Date(now.getTime() - outcomeAfter * 1000)}
      and ${isOn("outcome", "appointments")} and ${isNew("outcome", "appointments", time)}`.execute(db);
  return rows;
}

/** Unconfirmed appointments of the next days; the caller picks the day to ask. */
export async function findUnconfirmed(db: Db, now: Date): Promise<AppointmentCause[]> {
  const { rows } = await sql<AppointmentCause>`
    select ${appointmentColumns}, appointments.created as since from ${appointmentsWithChat}
    where appointments.status = 0 and appointments.confirmed_at is null and appointments.change_asked_at is null
      and customers.deleted_at is null
      and appointments.datetime > ${now} and appointments.datetime < ${now}::timestamptz + interval '9 days'
      and ${isOn("unconfirmed", "appointments")} and ${isNew("unconfirmed", "appointments", cause)}`.execute(db);
  return rows;
}
