import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { optinStatusSql, survivorSql } from "#domains/customers/server/public.ts";
import type { LeadVehicle } from "#domains/leads/fields.ts";
import { vehicleInWords, wantedFirst } from "#domains/leads/rules.ts";
import { isSaidSql } from "#domains/leads/server/public.ts";
import { isWrittenReplySql } from "#domains/outreach/server/public.ts";
import { mostEntries, type NextEntry, type NextKind, nextKinds } from "../contract.ts";
import type { Subject } from "../rules.ts";

/** Which entries a queue has. */
export interface QueueFilter extends LocationKey {
  readonly now: Date;
  /** Tasks due before it are in the queue. */
  readonly day_ends: Date;
  /** Whose: a member's, with or without what no one has; no one's; or everyone's. */
  readonly whose: { readonly user_id: number; readonly withUnassigned: boolean } | "unassigned" | "everyone";
  readonly snoozed: boolean;
}

/** What a member said to the customer since a lead came in answers it; the lead itself notes it within a minute. */
const isAnswered = sql`exists (select from chats c
    join messages m on m.dealer_id = c.dealer_id and m.chat_id = c.id
  where c.dealer_id = l.dealer_id and c.location_id = l.location_id and c.customer_id = origin.id
    and c.latest_chat_message_sent_time >= l.received_at and m.datetime >= l.received_at and ${isSaidSql})`;

/** Everything that waits: conversations, leads without an answer, tasks due today. */
function sourcesOf({ dealer_id, location_id, now, day_ends, whose, snoozed }: QueueFilter): SqlFragment {
  const owned = (owner: string): SqlFragment => {
    if (whose === "everyone") return sql`true`;
    if (whose === "unassigned") return sql`${sql.ref(owner)} is null`;
    const theirs = sql`${sql.ref(owner)} = ${whose.user_id}`;
    return whose.withUnassigned ? sql`(${theirs} or ${sql.ref(owner)} is null)` : theirs;
  };
  const here = (table: string) =>
    sql`${sql.ref(`${table}.dealer_id`)} = ${dealer_id} and ${sql.ref(`${table}.location_id`)} = ${location_id}`;
  const isSnoozed = snoozed ? sql`is not null` : sql`is null`;
  const snooze = (kind: Subject, id: string) => sql`left join next_snoozes z on z.dealer_id = ${dealer_id}
    and z.kind = ${sql.lit(kind)} and z.subject_id = ${sql.ref(id)} and z.until > ${now}::timestamptz`;
  return sql`
    select 'chat' as subject, c.id, c.customer_id, c.assigned_to as owner_id, c.waiting_since as since,
      c.snoozed_until as until, null::timestamptz as due_at, null as rule, null::bigint as appointment_id
    from chats c
    where ${here("c")} and c.is_closed = 0 and c.waiting_since is not null and c.snoozed_until ${isSnoozed}
      and ${owned("c.assigned_to")}
    union all
    select 'lead', l.id, ${survivorSql("origin")}, l.owner_id,
      case when l.upload_id is null then l.received_at else l.inquired_at end, z.until, l.answer_due_at, null, null
    from leads l left join customers origin on origin.dealer_id = l.dealer_id and origin.id = l.customer_id
      ${snooze("lead", "l.id")} and z.at >= l.inquired_at
    where ${here("l")} and l.closed_at is null and l.deleted_at is null and l.first_response_at is null
      and l.awaits_answer = 1 and z.until ${isSnoozed} and ${owned("l.owner_id")} and not ${isAnswered}
    union all
    select 'task', t.id, ${survivorSql("origin")}, t.assigned_to, t.created_at, z.until, coalesce(a.datetime, t.due_at),
      case when t.rule in ('unconfirmed', 'no_show') then t.rule end, t.appointment_id
    from tasks t left join customers origin on origin.dealer_id = t.dealer_id and origin.id = t.customer_id
      left join appointments a on a.dealer_id = t.dealer_id and a.id = t.appointment_id and t.rule = 'unconfirmed'
      ${snooze("task", "t.id")}
    where ${here("t")} and t.state = 'open' and t.deleted_at is null
      and (t.due_at < ${day_ends} or t.rule in ('unconfirmed', 'no_show', 'reschedule'))
      -- A confirmed appointment's task ends within a minute.
      and (t.rule <> 'unconfirmed' or (a.status = 0 and a.confirmed_at is null))
      and z.until ${isSnoozed} and ${owned("t.assigned_to")}`;
}

/** The newest email of a customer, or of those merged into them, since they wait. */
const emailedSince = sql`select r.words, r.subject, r.received_at
  from (select customers.id union all select m.id from customers m
      where m.dealer_id = customers.dealer_id and m.merged_into = customers.id) as k
    cross join lateral (select * from email_replies r
      where r.dealer_id = customers.dealer_id and r.location_id = customers.location_id and r.customer_id = k.id
        and r.received_at >= s.since and ${isWrittenReplySql}
      order by r.received_at desc, r.id desc limit 1) as r
  order by r.received_at desc, r.id desc limit 1`;

/** The newest text of a customer since they wait. */
const textedSince = sql`select m.message, m.datetime from messages m
  where m.dealer_id = customers.dealer_id and m.chat_id = s.id and m.is_from_customer = 1 and m.message_type = 'message'
    and m.deleted_at is null and m.datetime >= s.since
  order by m.id desc limit 1`;

/** The newest of both. */
const askedSince = sql`select message as words, null as emailed, datetime as at from (${textedSince}) as texted
  union all select words, subject, received_at from (${emailedSince}) as emailed order by at desc limit 1`;

/** Who opted out waits for nothing they texted, but for a call back, and for what they emailed. */
const mayWait = sql`(s.customer_id is null or customers.deleted_at is null)
  and not (s.subject = 'chat' and customers.id is null)
  and not (s.subject = 'chat' and ${optinStatusSql} = 0 and exists (${textedSince}) and not exists (${emailedSince}))`;

const whoSql = sql`case when s.customer_id is null then s.subject || s.id else 'c' || s.customer_id end`;

const joinCustomers = (dealer_id: number) =>
  sql`left join customers on customers.dealer_id = ${dealer_id} and customers.id = s.customer_id`;

/** How many entries a queue has: customers, and tasks and leads without one. */
export async function countEntries(db: Db, filter: QueueFilter): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`with s as materialized (${sourcesOf(filter)})
    select count(distinct ${whoSql})::int as waiting from s ${joinCustomers(filter.dealer_id)} where ${mayWait}`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}

/** When the first snoozed entry of a queue comes back, and how many there are. */
export async function countSnoozed(db: Db, filter: Omit<QueueFilter, "snoozed">): Promise<SnoozedCount> {
  const { rows } = await sql<SnoozedCount>`with s as materialized (${sourcesOf({ ...filter, snoozed: true })})
    select count(distinct ${whoSql})::int as snoozed, min(s.until) as next_wake
    from s ${joinCustomers(filter.dealer_id)} where ${mayWait}`.execute(db);
  return rows[0] ?? { snoozed: 0, next_wake: null };
}

interface SnoozedCount {
  readonly snoozed: number;
  readonly next_wake: Date | null;
}

const oldMs = 7 * 86_400_000;

const kinds = sql.join(nextKinds.map((kind) => sql`${sql.lit(kind)}`));

/** The most urgent entries of a queue, one a customer, and how many there are of each kind. */
export async function readQueue(
  db: Db,
  filter: QueueFilter,
): Promise<{ entries: NextEntry[]; counts: Record<NextKind, number> }> {
  const { dealer_id, location_id, now } = filter;
  // What has waited for a week is hardly urgent, and would hide those who wrote today.
  const old = new Date(now.getTime() - oldMs);
  const { rows } = await sql<QueuedEntry>`with s as materialized (${sourcesOf(filter)}),
    waits as materialized (
      select ${whoSql} as who, s.*, asked.words, asked.emailed, case
          when s.rule = 'unconfirmed' then 'confirm' when s.rule = 'no_show' then 'no_show'
          when s.subject = 'chat' and asked.words is null then 'call'
          when s.subject = 'chat' then 'question' else s.subject end as kind
      from s ${joinCustomers(dealer_id)} left join lateral (${askedSince}) as asked on s.subject = 'chat'
      where ${mayWait}
    ),
    ranked as materialized (
      select *, array_position(array[${kinds}], kind) as rank,
        row_number() over (partition by who order by array_position(array[${kinds}], kind), since, id) as n
      from waits
    ),
    top as (
      select *, count(*) over (partition by kind)::int as of_kind from ranked where n = 1
    ),
    page as materialized (
      select * from top order by rank, since < ${old}, due_at is null, coalesce(due_at, since), id limit ${mostEntries}
    ),
    others as (
      select who, jsonb_agg(jsonb_build_object('kind', kind, 'id', id, 'since', since) order by n) as also
      from ranked where n > 1 and who in (select who from page) group by who
    )
    select p.kind, p.id, p.since, p.due_at, p.until, p.of_kind, customers.id as customer_id, chats.id as chat_id,
      coalesce(nullif(customers.customer_name, ''), trim(l.first_name || ' ' || l.last_name), '') as name,
      coalesce(nullif(customers.phone, ''), l.phone, '') as phone,
      coalesce(nullif(customers.email, ''), l.email, '') as email,
      customers.id is not null and ${optinStatusSql} = 0 as is_opted_out,
      coalesce(p.words, t.description, (select i.comments from lead_inquiries i
        where p.subject = 'lead' and i.dealer_id = ${dealer_id} and i.lead_id = p.id
        order by i.id desc limit 1), '') as words, p.emailed,
      p.owner_id, coalesce((select trim(u.first_name || ' ' || u.last_name) from users u
        where u.dealer_id = ${dealer_id} and u.id = p.owner_id), '') as owner,
      l.id as lead_id, coalesce((select st.name from lead_stages st
        where st.dealer_id = ${dealer_id} and st.id = l.stage_id), '') as stage,
      coalesce((select jsonb_agg(to_jsonb(v) order by v.position) from lead_vehicles v
        where v.dealer_id = ${dealer_id} and v.lead_id = l.id), '[]') as vehicles,
      coalesce(l.source, '') as source, coalesce(rung.calls, 0) as calls, rung.voicemail_seconds,
      case when tries.count > 0 then jsonb_build_object('outcome', tries.outcome, 'at', tries.at, 'by', tries.by) end as tried,
      coalesce(tries.count, 0) as tries,
      a.id as appointment_id, coalesce(a.title, '') as appointment, coalesce(others.also, '[]') as also
    from page p
      left join customers on customers.dealer_id = ${dealer_id} and customers.id = p.customer_id
      left join chats on chats.dealer_id = ${dealer_id} and chats.location_id = ${location_id}
        and chats.customer_id = customers.id
      left join tasks t on t.dealer_id = ${dealer_id} and p.subject = 'task' and t.id = p.id
      left join appointments a on a.dealer_id = ${dealer_id} and a.id = p.appointment_id
      left join others on others.who = p.who
      left join lateral (select newest.id from leads newest
        where p.subject <> 'lead' and newest.dealer_id = ${dealer_id} and newest.customer_id = customers.id
          and newest.location_id = ${location_id} and newest.closed_at is null and newest.deleted_at is null
        order by newest.received_at desc, newest.id desc limit 1) as theirs on true
      left join leads l on l.dealer_id = ${dealer_id} and l.id = case when p.subject = 'lead' then p.id else theirs.id end
      left join lateral (select count(*)::int as calls, (array_agg(r.duration order by k.id desc)
            filter (where k.state = 'voicemail'))[1] as voicemail_seconds
        from calls k left join call_recordings r on r.dealer_id = k.dealer_id and r.call_id = k.id and r.part = 'voicemail'
        where p.subject = 'chat' and k.dealer_id = ${dealer_id} and k.location_id = ${location_id}
          and k.customer_id = customers.id and k.direction = 'incoming' and k.state in ('missed', 'voicemail')
          and k.spam = 0 and k.started_at >= p.since - interval '2 minutes') as rung on true
      left join lateral (select g.outcome, g.at, count(*) over ()::int as count,
          coalesce((select trim(u.first_name || ' ' || u.last_name) from users u
            where u.dealer_id = ${dealer_id} and u.id = g.user_id), '') as by
        from logged_calls g
        where g.dealer_id = ${dealer_id} and g.customer_id = customers.id and g.location_id = ${location_id}
          and g.deleted_at is null and g.outcome <> 'reached' and g.at >= p.since
        order by g.at desc, g.id desc limit 1) as tries on true
    order by p.rank, p.since < ${old}, p.due_at is null, coalesce(p.due_at, p.since), p.id`.execute(db);
  const counts = Object.fromEntries(nextKinds.map((kind) => [kind, 0])) as Record<NextKind, number>;
  for (const { kind, of_kind } of rows) counts[kind] = of_kind;
  return { entries: rows.map(toEntry), counts };
}

interface QueuedEntry extends Omit<NextEntry, "since" | "due_at" | "until" | "vehicle"> {
  readonly since: Date;
  readonly until: Date | null;
  readonly due_at: Date | null;
  readonly of_kind: number;
  readonly vehicles: readonly LeadVehicle[];
}

function toEntry({ of_kind: _, vehicles, since, due_at, until, also, tried, ...entry }: QueuedEntry): NextEntry {
  const [first] = wantedFirst(vehicles);
  return {
    ...entry,
    since: since.toISOString(),
    due_at: due_at?.toISOString() ?? null,
    until: until?.toISOString() ?? null,
    tried: tried && { ...tried, at: new Date(tried.at).toISOString() },
    vehicle: first ? vehicleInWords(first) : "",
    also: also.map((one) => ({ ...one, since: new Date(one.since).toISOString() })),
  };
}

/** Whom an entry is about, and all that waits of theirs; empty when it no longer waits. */
export async function waitsWith(
  db: Db,
  filter: Omit<QueueFilter, "whose">,
  { subject, id }: { readonly subject: Subject; readonly id: number },
): Promise<readonly { readonly subject: Subject; readonly id: number }[]> {
  const { rows } = await sql<{
    subject: Subject;
    id: number;
  }>`with s as materialized (${sourcesOf({ ...filter, whose: "everyone" })}),
    waits as (select ${whoSql} as who, s.subject, s.id from s)
    select subject, id from waits
    where who = (select who from waits where subject = ${subject} and id = ${id}) order by subject, id`.execute(db);
  return rows;
}

/** How many customers and leads a member answered, entries they closed, and tasks they completed since then. */
export async function countDone(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  user_id: number,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select (
      (select count(*) from (
        select c.customer_id from responses r join chats c on c.dealer_id = r.dealer_id and c.id = r.chat_id
        where r.dealer_id = ${dealer_id} and r.location_id = ${location_id} and r.user_id = ${user_id}
          and r.answered_at >= ${since}
        union select l.customer_id from leads l where l.dealer_id = ${dealer_id} and l.location_id = ${location_id}
          and l.first_response_by = ${user_id} and l.first_response_at >= ${since}) answered)
      + (select count(*) from next_done where dealer_id = ${dealer_id} and location_id = ${location_id}
        and user_id = ${user_id} and at >= ${since} and undone_at is null and kind in ('question', 'call'))
      + (select count(*) from tasks where dealer_id = ${dealer_id} and location_id = ${location_id} and state <> 'open'
        and ended_at >= ${since} and ended_by = ${user_id} and ended_how = 'hand' and deleted_at is null)
    )::int as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface Done extends LocationKey {
  readonly user_id: number;
  readonly at: Date;
  readonly kind: NextKind;
  readonly subject_id: number;
  readonly waiting_since: Date | null;
  readonly stage_id: number | null;
}

export async function insertDone(db: Db, done: Done): Promise<number> {
  return (await db.insertInto("next_done").values(done).returning("id").executeTakeFirstOrThrow()).id;
}

/** Locks what a member closed since `since` and hasn't taken back. */
export async function lockDone(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { id, user_id, since }: { readonly id: number; readonly user_id: number; readonly since: Date },
) {
  return db
    .selectFrom("next_done")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("user_id", "=", user_id)
    .where("at", ">", since)
    .select(["id", "at", "subject_id", "waiting_since", "stage_id", "undone_at"])
    .select(sql<NextKind>`kind`.as("kind"))
    .forUpdate()
    .executeTakeFirst();
}

export async function markUndone(db: Db, dealer_id: number, id: number, undone_at: Date): Promise<void> {
  const done = db.updateTable("next_done").set({ undone_at }).where("dealer_id", "=", dealer_id);
  await done.where("id", "=", id).execute();
}

export interface Snooze extends LocationKey {
  readonly kind: "lead" | "task";
  readonly subject_id: number;
  readonly until: Date;
  readonly at: Date;
  readonly user_id: number;
}

export async function saveSnooze(db: Db, snooze: Snooze): Promise<void> {
  const { until, at, user_id } = snooze;
  await db
    .insertInto("next_snoozes")
    .values(snooze)
    .onConflict((conflict) => conflict.columns(["dealer_id", "kind", "subject_id"]).doUpdateSet({ until, at, user_id }))
    .execute();
}

export async function removeSnooze(
  db: Db,
  { dealer_id, location_id, kind, subject_id }: Omit<Snooze, "until" | "at" | "user_id">,
): Promise<void> {
  await db
    .deleteFrom("next_snoozes")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("kind", "=", kind)
    .where("subject_id", "=", subject_id)
    .execute();
}

/** Since when the customer of a locked conversation waits. */
export async function waitingSince(db: Db, { dealer_id, location_id }: LocationKey, chat_id: number) {
  const chat = db.selectFrom("chats").where("dealer_id", "=", dealer_id).where("location_id", "=", location_id);
  return (await chat.where("id", "=", chat_id).select("waiting_since").executeTakeFirst())?.waiting_since ?? null;
}
