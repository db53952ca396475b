import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { TaskEnding } from "../contract.ts";

export type AutomaticEnding = Exclude<TaskEnding, "hand">;

/** A task that something else has fulfilled or made unnecessary. */
export interface EndedTask {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly id: number;
  readonly how: AutomaticEnding;
  /** The member whose action ended it, if any. */
  readonly by: number | null;
}

/** Open rule tasks that nobody has reopened by hand. */
export function openRuleTasks(rules: readonly string[], place?: LocationKey) {
  const atLocation = place
    ? sql`and tasks.dealer_id = ${place.dealer_id} and tasks.location_id = ${place.location_id}`
    : sql``;
  return sql`tasks.state = 'open' and tasks.is_held = 0 and tasks.rule <> 'hand' and tasks.rule in (${sql.join(rules.map((rule) => sql.lit(rule)))})
    and tasks.deleted_at is null ${atLocation}`;
}

/** Tasks about a waiting customer whose wait has ended, or restarted with a newer message. Locks them. */
export async function endedWaits(db: Db, place?: LocationKey): Promise<EndedTask[]> {
  const { rows } = await sql<EndedTask>`
    select * from (
      select tasks.dealer_id, tasks.location_id, tasks.id, answer.user_id as by, case
          when customers.deleted_at is not null then 'gone'
          when chats.waiting_since is null or chats.waiting_since > tasks.since
            then case when answer.user_id is null then 'cleared' else 'answered' end
          when chats.is_closed = 1 then 'closed' end as how
      from tasks join chats on chats.dealer_id = tasks.dealer_id and chats.id = tasks.chat_id
        join customers on customers.dealer_id = chats.dealer_id and customers.id = chats.customer_id
        left join lateral (select user_id from responses
          where responses.dealer_id = tasks.dealer_id and responses.chat_id = tasks.chat_id
            and responses.answered_at >= tasks.since order by responses.answered_at limit 1) as answer on true
      where ${openRuleTasks(["unreplied", "missed_call"], place)}
      order by tasks.dealer_id, tasks.id for update of tasks
    ) as looked where how is not null`.execute(db);
  return rows;
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
