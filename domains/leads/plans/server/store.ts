import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { optinStatusSql, survivorSql } from "#domains/customers/server/public.ts";
import type { LeadKind, LeadVehicle } from "#domains/leads/fields.ts";
import { isSaidSql } from "#domains/leads/server/followLeads.ts";
import { vehiclesSql } from "#domains/leads/server/store.ts";
import { isReachedCallSql, isSentEmailSql, isWrittenReplySql } from "#domains/outreach/server/public.ts";
import type { PlanEnding, PlanStart, PlanStep, PlanWait, TeamEffect } from "../fields.ts";
import type { PlanAudience, PlanFacts, SendingWindow } from "../rules.ts";
import { insertVersion, storedSteps } from "./stepStore.ts";

export interface PlanKey extends LocationKey {
  readonly id: number;
}

/** A plan as it is stored. */
export interface StoredPlan extends PlanKey, PlanAudience, SendingWindow {
  readonly name: string;
  readonly is_on: number;
  readonly on_team: TeamEffect;
  readonly end_task: string;
  readonly version: number;
  readonly revision: number;
  readonly saved_at: Date;
  readonly saved_by: number | null;
  /** The steps that new people get. */
  readonly steps: readonly PlanStep[];
  /** The location's. */
  readonly zone: string;
}

const planColumns = sql`p.dealer_id, p.location_id, p.id, p.name, p.is_on, p.starts, p.kind, p.sources, p.stage_id,
  p.on_team, p.weekdays, p.from_minute, p.to_minute, p.end_task, p.version, p.revision, p.saved_at, p.saved_by,
  v.steps, l.time_zone as zone`;
const planJoins = sql`join lead_plan_versions v on v.dealer_id = p.dealer_id and v.plan_id = p.id and v.version = p.version
  join locations l on l.dealer_id = p.dealer_id and l.id = p.location_id`;

async function selectPlans(db: Db, { dealer_id, location_id }: LocationKey, rest: SqlFragment): Promise<StoredPlan[]> {
  const { rows } = await sql<StoredPlan>`select ${planColumns} from lead_plans p ${planJoins}
    where p.dealer_id = ${dealer_id} and p.location_id = ${location_id} and p.removed_at is null ${rest}`.execute(db);
  return rows.map((plan) => ({ ...plan, steps: storedSteps(plan.steps) }));
}

export const plansAt = (db: Db, location: LocationKey) => selectPlans(db, location, sql`order by p.id`);

export const findPlan = async (db: Db, location: LocationKey, id: number): Promise<StoredPlan | undefined> =>
  (await selectPlans(db, location, sql`and p.id = ${id}`))[0];

/** The same, locked: `share` keeps it from changing, `update` is for who changes it. */
export const lockPlan = async (db: Db, location: LocationKey, id: number, how: "share" | "update") => {
  // Locked apart: read again afterwards, its version is the current one.
  const { dealer_id, location_id } = location;
  await sql`select from lead_plans where dealer_id = ${dealer_id} and location_id = ${location_id} and id = ${id}
    for ${sql.raw(how)}`.execute(db);
  return findPlan(db, location, id);
};

export interface SavedPlan extends PlanAudience, SendingWindow {
  readonly name: string;
  readonly on_team: TeamEffect;
  readonly end_task: string;
  readonly saved_at: Date;
  readonly saved_by: number;
}

const stored = ({ sources, ...plan }: SavedPlan) => ({ ...plan, sources: JSON.stringify(sources) });

export async function insertPlan(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  plan: SavedPlan,
  steps: readonly PlanStep[],
): Promise<number> {
  const row = db.insertInto("lead_plans").values({ dealer_id, location_id, ...stored(plan) });
  const { id } = await row.returning("id").executeTakeFirstOrThrow();
  await insertVersion(db, { dealer_id, location_id, id }, 1, steps);
  return id;
}

/** Changes a plan that the caller has locked. */
export async function updatePlan(
  db: Db,
  { dealer_id, id }: PlanKey,
  plan: SavedPlan,
  { version, revision }: { readonly version: number; readonly revision: number },
): Promise<void> {
  const change = { ...stored(plan), version, revision };
  await db.updateTable("lead_plans").set(change).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

export async function changePlan(
  db: Db,
  { dealer_id, id }: PlanKey,
  change: { readonly is_on?: 0 | 1; readonly removed_at?: Date; readonly revision?: number },
): Promise<void> {
  await db.updateTable("lead_plans").set(change).where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

export interface EnrollmentKey extends LocationKey {
  readonly id: number;
}

/** A lead that is in a plan. */
export interface Enrollment extends EnrollmentKey {
  readonly plan_id: number;
  readonly lead_id: number;
  readonly version: number;
  readonly started_at: Date;
  readonly shift_days: number;
  readonly next_step: number;
  readonly next_at: Date;
  readonly last_step: number | null;
  readonly last_at: Date | null;
  readonly paused_until: Date | null;
  readonly paused_by: "" | "hand" | "team";
  readonly is_held: number;
  readonly waits_for: "" | PlanWait;
}

const running = (db: Db, { dealer_id, location_id }: LocationKey) =>
  db
    .selectFrom("lead_plan_enrollments")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("state", "=", "running")
    .select(["id", "dealer_id", "location_id", "plan_id", "lead_id", "version", "started_at", "shift_days"])
    .select(["last_step", "last_at", "paused_until", "is_held"])
    .select([
      sql<number>`next_step`.as("next_step"),
      sql<Date>`next_at`.as("next_at"),
      sql<Enrollment["paused_by"]>`paused_by`.as("paused_by"),
      sql<Enrollment["waits_for"]>`waits_for`.as("waits_for"),
    ]);

/** A lead in a plan; undefined when it isn't in it anymore. */
export const findEnrollment = (db: Db, key: EnrollmentKey): Promise<Enrollment | undefined> =>
  running(db, key).where("id", "=", key.id).executeTakeFirst();

export const lockEnrollment = (db: Db, key: EnrollmentKey): Promise<Enrollment | undefined> =>
  running(db, key).where("id", "=", key.id).forUpdate().executeTakeFirst();

/** Locks those inside a plan, in the order of their ids. */
export const lockInside = (db: Db, { id, ...location }: PlanKey): Promise<Enrollment[]> =>
  running(db, location).where("plan_id", "=", id).orderBy("id").forUpdate().execute();

/** Keeps a lead from being closed or moved until the transaction ends. */
export async function shareLead(db: Db, { dealer_id }: LocationKey, lead_id: number): Promise<void> {
  await sql`select from leads where dealer_id = ${dealer_id} and id = ${lead_id} for share`.execute(db);
}

export interface NewEnrollment {
  readonly version: number;
  readonly started_at: Date;
  readonly started_by: number | null;
  readonly started_how: PlanStart;
  readonly next_step: number;
  readonly next_at: Date;
}

/** Puts leads into a plan, except those that are in one already. @returns those that were put in, with their rows. */
export async function insertEnrollments(
  db: Db,
  { dealer_id, location_id, id: plan_id }: PlanKey,
  lead_ids: readonly number[],
  start: NewEnrollment,
): Promise<{ id: number; lead_id: number }[]> {
  if (lead_ids.length === 0) return [];
  const rows = lead_ids.map((lead_id) => ({
    dealer_id,
    location_id,
    plan_id,
    lead_id,
    ...start,
    team_seen_at: start.started_at,
  }));
  return db
    .insertInto("lead_plan_enrollments")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["dealer_id", "lead_id"]).where(sql<boolean>`state = 'running'`).doNothing(),
    )
    .returning(["id", "lead_id"])
    .execute();
}

/** Of these leads those that a plan was started for before. */
export async function startedBefore(
  db: Db,
  { dealer_id, id }: PlanKey,
  lead_ids: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom("lead_plan_enrollments")
    .where("dealer_id", "=", dealer_id)
    .where("plan_id", "=", id)
    .where("lead_id", "=", sql<number>`any(${[...lead_ids]}::bigint[])`)
    .select("lead_id")
    .execute();
  return new Set(rows.map(({ lead_id }) => lead_id));
}

/** The plan that a lead is in; undefined without one. */
export async function planOfLead(db: Db, { dealer_id, location_id }: LocationKey, lead_id: number) {
  const { rows } = await sql<{ plan_id: number; name: string }>`select e.plan_id, p.name from lead_plan_enrollments e
    join lead_plans p on p.dealer_id = e.dealer_id and p.id = e.plan_id
    where e.dealer_id = ${dealer_id} and e.location_id = ${location_id} and e.lead_id = ${lead_id} and e.state = 'running'`.execute(
    db,
  );
  return rows[0];
}

interface EnrollmentChange {
  readonly version?: number;
  readonly state?: "done" | "stopped";
  readonly ending?: PlanEnding;
  readonly ended_at?: Date;
  readonly shift_days?: number;
  readonly next_step?: number;
  readonly next_at?: Date;
  readonly last_step?: number;
  readonly last_at?: Date;
  readonly paused_until?: Date | null;
  readonly paused_by?: "" | "hand" | "team";
  readonly waits_for?: "" | PlanWait;
  readonly team_seen_at?: Date;
}

/** Changes a lead in a plan. The caller has locked it. */
export async function changeEnrollment(db: Db, { dealer_id, id }: EnrollmentKey, change: EnrollmentChange) {
  const row = db.updateTable("lead_plan_enrollments").set(change);
  await row.where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

/** Gives those inside their next steps of a new version. */
export async function replanInside(
  db: Db,
  { dealer_id }: LocationKey,
  version: number,
  planned: readonly { readonly id: number; readonly next_step: number; readonly next_at: Date }[],
): Promise<void> {
  if (planned.length === 0) return;
  await sql`update lead_plan_enrollments e set version = ${version}, next_step = n.step, next_at = n.at, waits_for = ''
    from unnest(${planned.map(({ id }) => id)}::bigint[], ${planned.map(({ next_step }) => next_step)}::int[],
      ${planned.map(({ next_at }) => next_at.toISOString())}::timestamptz[]) as n (id, step, at)
    where e.dealer_id = ${dealer_id} and e.id = n.id`.execute(db);
}

/** Ends the way of some of those inside a plan. */
export async function endInside(
  db: Db,
  { dealer_id }: LocationKey,
  ids: readonly number[],
  end: { readonly ending: PlanEnding; readonly at: Date },
): Promise<void> {
  const { ending, at } = end;
  const state = ending === "finished" ? "done" : "stopped";
  await sql`update lead_plan_enrollments set state = ${state}, ending = ${ending}, ended_at = ${at}, waits_for = ''
    where dealer_id = ${dealer_id} and id = any(${[...ids]}::bigint[]) and state = 'running'`.execute(db);
}

/** Holds those inside a plan that was turned off, or lets them go on. */
export async function holdInside(db: Db, { dealer_id, id }: PlanKey, is_held: 0 | 1): Promise<void> {
  await sql`update lead_plan_enrollments set is_held = ${is_held}
    where dealer_id = ${dealer_id} and plan_id = ${id} and state = 'running'`.execute(db);
}

/** What was done of a lead's steps. */
export async function stepsDone(db: Db, { dealer_id, id }: EnrollmentKey): Promise<Set<number>> {
  const rows = await db
    .selectFrom("lead_plan_sends")
    .where("dealer_id", "=", dealer_id)
    .where("enrollment_id", "=", id)
    .select("step")
    .execute();
  return new Set(rows.map(({ step }) => step));
}

/** The same of everybody inside a plan. */
export async function stepsDoneInside(db: Db, { dealer_id, id }: PlanKey): Promise<Map<number, Set<number>>> {
  const { rows } = await sql<{ id: number; steps: number[] }>`select e.id, array_agg(s.step) as steps
    from lead_plan_enrollments e join lead_plan_sends s on s.dealer_id = e.dealer_id and s.enrollment_id = e.id
    where e.dealer_id = ${dealer_id} and e.plan_id = ${id} and e.state = 'running' group by e.id`.execute(db);
  return new Map(rows.map(({ id, steps }) => [id, new Set(steps)]));
}

export interface StepOutcome {
  readonly state: "sent" | "sending" | "skipped" | "failed" | "unknown";
  readonly reason?: string;
  readonly at: Date;
  readonly message_id?: number;
  readonly task_id?: number;
}

/** Notes what became of a step. A step has one row, so that a second time fails. */
export async function insertSend(
  db: Db,
  { dealer_id, location_id, id: enrollment_id, plan_id }: EnrollmentKey & { readonly plan_id: number },
  step: number,
  result: StepOutcome,
): Promise<void> {
  const row = { dealer_id, location_id, enrollment_id, plan_id, step, ...result };
  await db.insertInto("lead_plan_sends").values(row).execute();
}

/** The row of a step whose email is under way; undefined for any other. */
export async function sendingStep(db: Db, { dealer_id, id }: EnrollmentKey, step: number) {
  return db
    .selectFrom("lead_plan_sends")
    .where("dealer_id", "=", dealer_id)
    .where("enrollment_id", "=", id)
    .where("step", "=", step)
    .where("state", "=", "sending")
    .select(["step", "at"])
    .executeTakeFirst();
}

/** Settles an email that was under way; undefined: it wasn't sent, and may be tried again. */
export async function settleSend(
  db: Db,
  { dealer_id, id }: EnrollmentKey,
  step: number,
  result: Pick<StepOutcome, "state" | "reason" | "at"> | undefined,
): Promise<void> {
  const key = { dealer_id, enrollment_id: id, step };
  if (result === undefined) {
    await sql`delete from lead_plan_sends where dealer_id = ${key.dealer_id} and enrollment_id = ${id} and step = ${step}
      and state = 'sending'`.execute(db);
    return;
  }
  const { state, reason = "", at } = result;
  await sql`update lead_plan_sends set state = ${state}, reason = ${reason}, at = ${at}
    where dealer_id = ${key.dealer_id} and enrollment_id = ${id} and step = ${step} and state = 'sending'`.execute(db);
}

/** Whom and what a step is about. */
export interface PlanLead extends PlanFacts {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly id: number;
  readonly plan_id: number;
  readonly lead_id: number;
  /** After a merge, the survivor; null without one. */
  readonly customer_id: number | null;
  readonly phone: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly owner_id: number | null;
  readonly owner: string;
  readonly vehicles: readonly LeadVehicle[];
}

const leadOfEnrollment = sql`lead_plan_enrollments e
  join leads l on l.dealer_id = e.dealer_id and l.id = e.lead_id
  left join customers origin on origin.dealer_id = l.dealer_id and origin.id = l.customer_id
  left join customers on customers.dealer_id = l.dealer_id and customers.id = ${survivorSql("origin")}
    and customers.deleted_at is null
  left join chats on chats.dealer_id = e.dealer_id and chats.location_id = e.location_id and chats.customer_id = customers.id`;

const theirIds = sql`(select k.id from customers k where k.dealer_id = e.dealer_id
  and (k.id = customers.id or k.merged_into = customers.id))`;

/** Whether the customer has an appointment that was made since the start. */
export const hasAppointmentSql = sql`exists (select from appointments a where a.dealer_id = e.dealer_id
  and a.customer_id in ${theirIds} and a.location_id = e.location_id and a.created > e.started_at and a.status in (0, 1))`;

const factColumns = sql`l.deleted_at is not null or (l.customer_id is not null and customers.id is null) as "isDeleted",
  l.closed_at is not null as "isClosed", customers.id is not null and ${optinStatusSql} = 0 as "isOptedOut",
  coalesce(chats.latest_chat_message_received_time > e.started_at and exists (select from messages m
    where m.dealer_id = e.dealer_id and m.chat_id = chats.id and m.is_from_customer = 1 and m.message_type = 'message'
      and m.datetime > e.started_at), false)
    or exists (select from email_replies r where r.dealer_id = e.dealer_id and r.location_id = e.location_id
      and r.customer_id in ${theirIds} and ${isWrittenReplySql} and r.received_at > e.started_at) as "hasReplied",
  ${hasAppointmentSql} as "hasAppointment",
  greatest(
    (select max(m.datetime) from messages m where m.dealer_id = e.dealer_id and m.chat_id = chats.id
      and m.datetime > e.team_seen_at and ${isSaidSql}),
    (select max(k.answered_at) from calls k where k.dealer_id = e.dealer_id and k.location_id = e.location_id
      and k.customer_id in ${theirIds} and k.user_id is not null and k.answered_at > e.team_seen_at),
    (select max(mail.created_at) from customer_emails mail where mail.dealer_id = e.dealer_id
      and mail.location_id = e.location_id and mail.customer_id in ${theirIds} and ${isSentEmailSql("mail")}
      and mail.created_at > e.team_seen_at),
    (select max(g.at) from logged_calls g where g.dealer_id = e.dealer_id and g.location_id = e.location_id
      and g.customer_id in ${theirIds} and ${isReachedCallSql} and g.at > e.team_seen_at)) as team_at`;

/** A lead in a plan, with what happened to it since. */
export async function planLead(db: Db, { dealer_id, location_id, id }: EnrollmentKey): Promise<PlanLead | undefined> {
  const { rows } = await sql<PlanLead>`select e.id, e.dealer_id, e.location_id, e.plan_id, e.lead_id,
      customers.id as customer_id, case when customers.id is null then '' else customers.phone end as phone,
      case when l.email <> '' then l.email when customers.id is null then '' else customers.email end as email,
      case when customers.first_name <> '' then customers.first_name else l.first_name end as first_name,
      case when customers.first_name <> '' then customers.last_name else l.last_name end as last_name,
      l.owner_id, coalesce((select trim(u.first_name || ' ' || u.last_name) from users u
        where u.dealer_id = l.dealer_id and u.id = l.owner_id), '') as owner,
      ${vehiclesSql} as vehicles, ${factColumns}
    from ${leadOfEnrollment}
    where e.dealer_id = ${dealer_id} and e.location_id = ${location_id} and e.id = ${id} and e.state = 'running'`.execute(
    db,
  );
  const [row] = rows;
  return row && { ...row, hasReplied: row.hasReplied === true };
}

/** Those in a plan to whom something happened, of all businesses or one lead. */
export async function happenedTo(db: Db, limit: number, of?: LocationKey & { readonly lead_ids: readonly number[] }) {
  const only = of
    ? sql`and e.dealer_id = ${of.dealer_id} and e.location_id = ${of.location_id} and e.lead_id = any(${[...of.lead_ids]}::bigint[])`
    : sql``;
  const { rows } = await sql<EnrollmentKey>`select dealer_id, location_id, id from (
      select e.dealer_id, e.location_id, e.id, ${factColumns} from ${leadOfEnrollment}
      where e.state = 'running' ${only}) happened
    where "isDeleted" or "isClosed" or "isOptedOut" or "hasReplied" or "hasAppointment" or team_at is not null
    order by dealer_id, id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Those in a plan about this customer. */
export async function enrollmentsOfCustomer(db: Db, { dealer_id, location_id }: LocationKey, customer_id: number) {
  const { rows } = await sql<{ lead_id: number }>`select e.lead_id from leads l
    join lead_plan_enrollments e on e.dealer_id = l.dealer_id and e.lead_id = l.id and e.state = 'running'
    where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.customer_id in (
      select k.id from customers k where k.dealer_id = ${dealer_id} and (k.id = ${customer_id} or k.merged_into = ${customer_id}
        or k.id = (select merged_into from customers where dealer_id = ${dealer_id} and id = ${customer_id})))`.execute(
    db,
  );
  return rows.map(({ lead_id }) => lead_id);
}

/** What is due next, of all businesses or one location; those that aren't due yet come after them. */
export async function nextDue(db: Db, limit: number, at?: LocationKey) {
  const here = at ? sql`and dealer_id = ${at.dealer_id} and location_id = ${at.location_id}` : sql``;
  const { rows } = await sql<EnrollmentKey & { next_at: Date }>`select dealer_id, location_id, id, next_at
    from lead_plan_enrollments where state = 'running' and is_held = 0 ${here}
    order by next_at limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** The texts of plans that a customer got since. */
export async function planTextsSince(db: Db, { dealer_id }: LocationKey, customer_id: number, since: Date) {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from chats c
    join messages m on m.dealer_id = c.dealer_id and m.chat_id = c.id
    where c.dealer_id = ${dealer_id} and c.customer_id = ${customer_id} and m.automatic = 'plan' and m.datetime > ${since}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** A lead that may start a plan. */
export interface StartingLead {
  readonly id: number;
  readonly kind: LeadKind;
  readonly source: string;
  readonly stage_id: number;
  readonly owner_id: number | null;
  readonly isOpen: boolean;
  readonly isReceived: boolean;
  readonly isOptedOut: boolean;
}

/** Locks leads of a location that aren't deleted, in the order of their ids. */
export async function lockStarting(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  ids: readonly number[],
): Promise<StartingLead[]> {
  const { rows } = await sql<StartingLead>`select l.id, l.kind, l.source, l.stage_id, l.owner_id,
      l.closed_at is null as "isOpen", l.created_by is null as "isReceived",
      exists (select from customers origin join customers on customers.dealer_id = origin.dealer_id
          and customers.id = ${survivorSql("origin")}
        where origin.dealer_id = l.dealer_id and origin.id = l.customer_id and ${optinStatusSql} = 0) as "isOptedOut"
    from leads l where l.dealer_id = ${dealer_id} and l.location_id = ${location_id}
      and l.id = any(${[...ids]}::bigint[]) and l.deleted_at is null order by l.id for update of l`.execute(db);
  return rows;
}
