import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { defaultLowRating, newsDays } from "#domains/reputation/reviews/rules.ts";
import type { SiteKind } from "#domains/reputation/sites/fields.ts";
import type { TaskEnding } from "../contract.ts";
import { outcomeAfter } from "../rules.ts";

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

export interface AppointmentCause extends TaskCause {
  readonly appointment_id: number;
  readonly title: string;
  readonly datetime: Date;
}

/** SQL: the location hasn't turned the rule off. */
const isOn = (rule: string, of: string) => sql`not exists (select from task_rules
    where task_rules.dealer_id = ${sql.ref(`${of}.dealer_id`)} and task_rules.location_id = ${sql.ref(`${of}.location_id`)}
      and ${sql.ref(`task_rules.${rule}`)} = 0)`;

/** No task for this cause yet; a task that ended because the cause paused doesn't count. */
const isNew = (rule: string, of: string, cause: ReturnType<typeof sql>) => sql`not exists (select from tasks
    where tasks.dealer_id = ${sql.ref(`${of}.dealer_id`)} and tasks.rule = ${sql.lit(rule)} and tasks.rule <> 'hand' and tasks.cause = ${cause}
      and not (tasks.ended_how in ('closed', 'moved', 'settled', 'raised') and tasks.deleted_at is null))`;

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

export type AutomaticEnding = Exclude<TaskEnding, "hand">;

/** A task that something else has fulfilled or made unnecessary. */
interface EndedTask {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly id: number;
  readonly how: AutomaticEnding;
  /** The member whose action ended it, if any. */
  readonly by: number | null;
}

/** Open rule tasks that no one has reopened by hand. */
function openRuleTasks(rules: readonly string[], place?: LocationKey) {
  const atLocation = place
    ? sql`and tasks.dealer_id = ${place.dealer_id} and tasks.location_id = ${place.location_id}`
    : sql``;
  return sql`tasks.state = 'open' and tasks.is_held = 0 and tasks.rule <> 'hand' and tasks.rule in (${sql.join(rules.map((rule) => sql.lit(rule)))})
    and tasks.deleted_at is null ${atLocation}`;
}

/** Tasks about a missed, unconfirmed, unsuitable or unrecorded appointment that no longer apply. Locks them. */
export async function endedAppointments(db: Db, now: Date, place?: LocationKey): Promise<EndedTask[]> {
  const { rows } = await sql<EndedTask>`
    select * from (
      select tasks.dealer_id, tasks.location_id, tasks.id,
        case when tasks.rule = 'no_show' then newer.created_by else appointments.confirmed_by end as by, case
          when appointments.id is null or customers.deleted_at is not null then 'gone'
          when tasks.rule = 'no_show' and newer.created_by is not null then 'appointment'
          when tasks.rule = 'no_show' and appointments.status <> 2 then 'moved'
          when tasks.rule = 'unconfirmed' and appointments.confirmed_at is not null then 'confirmed'
          when tasks.rule = 'unconfirmed' and appointments.status <> 0 then 'moved'
          when tasks.rule = 'unconfirmed' and appointments.change_asked_at is not null then 'moved'
          when tasks.rule = 'outcome' and appointments.status <> 0 then 'outcome'
          when tasks.rule = 'outcome' and appointments.datetime > tasks.since then 'rescheduled'
          when tasks.rule = 'reschedule' and appointments.status <> 0 then 'moved'
          when tasks.rule = 'reschedule' and appointments.change_asked_at is null
            then case when appointments.confirmed_at is null then 'rescheduled' else 'confirmed' end
          when tasks.rule = 'reschedule' and appointments.change_asked_at > tasks.since then 'rescheduled'
          when tasks.rule in ('unconfirmed', 'reschedule') and appointments.datetime <= ${now} then 'past' end as how
      from tasks
        left join appointments on appointments.dealer_id = tasks.dealer_id and appointments.id = tasks.appointment_id
        left join customers on customers.dealer_id = appointments.dealer_id and customers.id = appointments.customer_id
        left join lateral (select created_by from appointments as later
          where later.dealer_id = appointments.dealer_id and later.customer_id = appointments.customer_id
            and later.id <> appointments.id and later.created > tasks.since
          order by later.created limit 1) as newer on true
      where ${openRuleTasks(["no_show", "unconfirmed", "reschedule", "outcome"], place)}
      order by tasks.dealer_id, tasks.id for update of tasks
    ) as looked where how is not null`.execute(db);
  return rows;
}

/** Ends those of the tasks that are still open. */
export async function endTasks(db: Db, over: readonly (EndedTask & { state: "done" | "dropped" })[], now: Date) {
  if (over.length === 0) return;
  const column = <K extends "dealer_id" | "id" | "by" | "how" | "state">(name: K) => over.map((one) => one[name]);
  await sql`
    update tasks set state = ended.state, ended_how = ended.how, ended_by = ended.by, ended_at = ${now}
    from unnest(${column("dealer_id")}::bigint[], ${column("id")}::bigint[], ${column("by")}::bigint[],
      ${column("how")}::text[], ${column("state")}::text[]) as ended (dealer_id, id, by, how, state)
    where tasks.dealer_id = ended.dealer_id and tasks.id = ended.id and tasks.state = 'open'`.execute(db);
}

/** Whether a review has few stars, by what its location decided. Recommendations count as 5 or 1. */
const isLow = sql`coalesce(coalesce(r.rating, case r.recommends when 1 then 5 when 0 then 1 end) <= coalesce(
  (select k.low_rating from review_settings k where k.dealer_id = r.dealer_id and k.location_id = r.location_id),
  ${defaultLowRating}), false)`;

export interface ReviewCause extends Omit<TaskCause, "customer_id"> {
  /** Null when no one knows who wrote it. */
  readonly customer_id: number | null;
  readonly review_id: number;
  readonly rating: number | null;
  readonly site_kind: SiteKind;
  readonly site_title: string;
}

const reviewCause = sql`r.id || '@' || floor(extract(epoch from greatest(r.published_at, r.edited_at)) * 1000)::bigint`;

/**
 * Low reviews without a reply, written or changed in the last month. The review's assignee gets the task,
 * else the person who has the conversation with the invited customer who wrote it.
 */
export async function findLowReviews(db: Db, now: Date): Promise<ReviewCause[]> {
  const { rows } = await sql<ReviewCause>`
    with page as materialized (
      select r.dealer_id, r.location_id, r.id as review_id, r.rating, r.site_id, r.invite_id, ${reviewCause} as cause,
        greatest(r.published_at, r.edited_at) as since
      from reviews r
      where r.state = 'open' and r.removed_at is null and greatest(r.published_at, r.edited_at) > ${now}::timestamptz - make_interval(days => ${newsDays}::int)
        and ${isLow} and ${isOn("review", "r")} and ${isNew("review", "r", reviewCause)}
        and not exists (select from tasks where tasks.dealer_id = r.dealer_id and tasks.review_id = r.id
          and tasks.rule = 'review' and tasks.state = 'open' and tasks.deleted_at is null)
      order by r.dealer_id, r.id limit 10000
    )
    select page.dealer_id, page.location_id, page.review_id, page.rating, page.cause, page.since,
      s.kind as site_kind, s.title as site_title, c.customer_id, c.chat_id, coalesce(a.user_id, c.assigned_to) as assigned_to
    from page
      join lateral (select kind, title from review_sites s
        where s.dealer_id = page.dealer_id and s.id = page.site_id limit 1) as s on true
      left join lateral (select min(user_id) as user_id from review_assignees a
        where a.dealer_id = page.dealer_id and a.review_id = page.review_id) as a on true
      left join lateral (select customers.id as customer_id, chats.id as chat_id, chats.assigned_to
        from review_invites i
          join customers on customers.dealer_id = i.dealer_id and customers.id = i.customer_id
            and customers.deleted_at is null
          left join chats on chats.dealer_id = customers.dealer_id and chats.location_id = page.location_id
            and chats.customer_id = customers.id
        where i.dealer_id = page.dealer_id and i.id = page.invite_id limit 1) as c on true`.execute(db);
  return rows;
}

/** Gives open tasks that no one has to the members their reviews were assigned to. @returns where. */
export async function followReviews(db: Db): Promise<LocationKey[]> {
  const { rows } = await sql<LocationKey>`
    with page as materialized (
      select dealer_id, id, review_id from tasks
      where ${openRuleTasks(["review"])} and assigned_to is null
    )
    update tasks set assigned_to = w.user_id
    from page join lateral (select min(a.user_id) as user_id from review_assignees a
      where a.dealer_id = page.dealer_id and a.review_id = page.review_id) as w on w.user_id is not null
    where tasks.dealer_id = page.dealer_id and tasks.id = page.id
    returning tasks.dealer_id, tasks.location_id`.execute(db);
  return rows;
}

/** Tasks about a low review that was dealt with, or is no longer low. Locks them. */
export async function endedReviews(db: Db, place?: LocationKey): Promise<EndedTask[]> {
  const { rows } = await sql<EndedTask>`
    select * from (
      select tasks.dealer_id, tasks.location_id, tasks.id, r.by, case
          when r.state is null or r.removed_at is not null then 'gone'
          when r.state = 'answered' then 'answered'
          when r.state = 'settled' then 'settled'
          when not r.is_low then 'raised' end as how
      from tasks left join lateral (
        select r.state, r.removed_at, ${isLow} as is_low, (select p.user_id from review_replies p
          where p.dealer_id = r.dealer_id and p.review_id = r.id and p.state in ('sending', 'pending', 'live') limit 1) as by
        from reviews r where r.dealer_id = tasks.dealer_id and r.id = tasks.review_id limit 1
      ) as r on true
      where ${openRuleTasks(["review"], place)}
      order by tasks.dealer_id, tasks.id for update of tasks
    ) as looked where how is not null`.execute(db);
  return rows;
}
