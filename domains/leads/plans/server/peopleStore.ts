import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import { countRowsCapped, rangeClause, type TimeOrderedTable, timeOrderColumns } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import type { ConsentStateName } from "#domains/customers/consent/fields.ts";
import { consentStateSql, survivorSql } from "#domains/customers/server/public.ts";
import type { PlanPeople } from "../contract.ts";
import type { PlanEnding, PlanHold, PlanStep, PlanWait } from "../fields.ts";
import { hasAppointmentSql, type PlanKey } from "./store.ts";

/** How many days the figures look back. */
export const figureDays = 30;

const peopleJoins = sql`join leads l on l.dealer_id = e.dealer_id and l.id = e.lead_id
  left join customers origin on origin.dealer_id = l.dealer_id and origin.id = l.customer_id
  left join customers on customers.dealer_id = l.dealer_id and customers.id = ${survivorSql("origin")}
    and customers.deleted_at is null`;

/** Whom a list of people shows. */
export interface PeopleFilter extends PlanKey {
  readonly show: PlanPeople;
  readonly step: number | null;
  readonly search: string;
  readonly since: Date;
}

export type PeopleOrder = "next_at" | "started_at";

const inPeople: Readonly<Record<PlanPeople, SqlFragment>> = {
  running: sql`e.state = 'running'`,
  started: sql`true`,
  replied: sql`e.ending = 'replied'`,
  appointment: hasAppointmentSql,
  opted_out: sql`e.ending = 'opted_out'`,
};

function peopleOf({ dealer_id, location_id, id, show, step, search, since }: PeopleFilter): TimeOrderedTable {
  const term = search.trim();
  const isRunning = show === "running";
  const conditions = [
    sql`e.dealer_id = ${dealer_id} and e.location_id = ${location_id} and e.plan_id = ${id}`,
    inPeople[show],
    !isRunning && sql`e.started_at > ${since}`,
    step !== null && (isRunning ? sql`e.next_step = ${step}` : sql`e.last_step = ${step}`),
    term !== "" &&
      isFoundIn(term, [sql`l.first_name`, sql`l.last_name`, sql`l.email`, sql`l.phone`, sql`customers.search_text`]),
  ].filter((condition) => condition !== false);
  return {
    from: sql`lead_plan_enrollments e ${peopleJoins}`,
    at: isRunning ? sql`e.next_at` : sql`e.started_at`,
    id: sql`e.id`,
    where: sql.join(conditions, sql` and `),
  };
}

/** A person of a plan as stored. */
export interface PersonRow {
  readonly id: number;
  readonly at_us: number;
  readonly lead_id: number;
  readonly name: string;
  readonly owner_id: number | null;
  readonly owner: string;
  readonly started_at: Date;
  readonly next_step: number;
  readonly next_at: Date | null;
  readonly paused_until: Date | null;
  readonly paused_by: "" | "hand" | "team";
  readonly is_held: number;
  readonly waits_for: "" | PlanWait;
  readonly state: "running" | "done" | "stopped";
  readonly ending: "" | PlanEnding;
  readonly ended_at: Date | null;
  readonly steps: readonly PlanStep[];
  readonly has_phone: boolean;
  readonly has_email: boolean;
  readonly consent: ConsentStateName | null;
  /** The state of the text that its last step was, and of its email. */
  readonly last_text: string | null;
  readonly last_result: string | null;
}

export async function readPeople(db: Db, filter: PeopleFilter, range: KeysetRange<PeopleOrder>): Promise<PersonRow[]> {
  const table = peopleOf(filter);
  const direction = sql.raw(range.dir);
  const { rows } = await sql<PersonRow>`with page as materialized (
      select ${timeOrderColumns(table)} from ${table.from} where ${rangeClause(table, range)})
    select page.id, page.at_us, e.lead_id,
      coalesce(nullif(customers.customer_name, ''), nullif(trim(l.first_name || ' ' || l.last_name), ''),
        nullif(l.phone, ''), nullif(l.email, ''), customers.phone, '') as name,
      l.owner_id, coalesce((select trim(u.first_name || ' ' || u.last_name) from users u
        where u.dealer_id = l.dealer_id and u.id = l.owner_id), '') as owner,
      e.started_at, e.next_step, e.next_at, e.paused_until, e.paused_by, e.is_held, e.waits_for, e.state, e.ending, e.ended_at,
      v.steps, customers.id is not null and customers.phone <> '' as has_phone,
      l.email <> '' or (customers.id is not null and customers.email <> '') as has_email,
      case when customers.id is not null then ${consentStateSql} end as consent,
      (select m.state from lead_plan_sends s join messages m on m.dealer_id = s.dealer_id and m.id = s.message_id
        where s.dealer_id = e.dealer_id and s.enrollment_id = e.id and s.step = e.last_step) as last_text,
      (select s.state from lead_plan_sends s
        where s.dealer_id = e.dealer_id and s.enrollment_id = e.id and s.step = e.last_step) as last_result
    from page join lead_plan_enrollments e on e.dealer_id = ${filter.dealer_id} and e.id = page.id
      join lead_plan_versions v on v.dealer_id = e.dealer_id and v.plan_id = e.plan_id and v.version = e.version
      ${peopleJoins}
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return rows;
}

export const countPeople = (db: Db, filter: PeopleFilter): Promise<number> => {
  const { from, where } = peopleOf(filter);
  return countRowsCapped(db, from, where);
};

export const mostPeople = maxCountedRows;

/** Why a person's next step doesn't leave, or what became of the last. */
export function holdOf(row: PersonRow, step: PlanStep | undefined, now: Date): PlanHold {
  if (row.state !== "running") return "";
  if (row.is_held === 1) return "off";
  if (row.paused_until !== null && row.paused_until > now) return row.paused_by === "team" ? "team" : "paused";
  if (row.waits_for !== "") return row.waits_for;
  if (step?.kind === "text" && !row.has_phone) return "no_phone";
  if (step?.kind === "text" && row.consent !== "granted" && row.consent !== "attested")
    return row.consent === "asked" ? "asked" : "no_consent";
  if (step?.kind === "email" && !row.has_email) return "no_email";
  const hasFailed = row.last_text === "failed" || row.last_text === "undelivered" || row.last_result === "failed";
  return hasFailed ? "failed" : "";
}

/** How many of those in a plan can't get its texts or emails now. */
export async function reachOf(db: Db, { dealer_id, location_id, id }: PlanKey) {
  const { rows } = await sql<{ people: number; no_phone: number; no_consent: number; no_email: number }>`
    select count(*)::int as people, (count(*) filter (where phone = ''))::int as no_phone,
      (count(*) filter (where phone <> '' and consent not in ('granted', 'attested')))::int as no_consent,
      (count(*) filter (where email = ''))::int as no_email
    from (select case when customers.id is null then '' else customers.phone end as phone,
        case when customers.id is null then '' else ${consentStateSql} end as consent,
        case when l.email <> '' then l.email when customers.id is null then '' else customers.email end as email
      from lead_plan_enrollments e ${peopleJoins}
      where e.dealer_id = ${dealer_id} and e.location_id = ${location_id} and e.plan_id = ${id} and e.state = 'running') people`.execute(
    db,
  );
  return rows[0] ?? { people: 0, no_phone: 0, no_consent: 0, no_email: 0 };
}

/** A plan's figures since a day. */
export async function figuresOf(db: Db, { dealer_id, id }: PlanKey, since: Date) {
  const { rows } = await sql<{ started: number; replied: number; appointment: number; opted_out: number }>`
    select count(*)::int as started, (count(*) filter (where e.ending = 'replied'))::int as replied,
      (count(*) filter (where ${hasAppointmentSql}))::int as appointment,
      (count(*) filter (where e.ending = 'opted_out'))::int as opted_out
    from lead_plan_enrollments e ${peopleJoins}
    where e.dealer_id = ${dealer_id} and e.plan_id = ${id} and e.started_at > ${since}`.execute(db);
  return rows[0] ?? { started: 0, replied: 0, appointment: 0, opted_out: 0 };
}

/** Who is at each step of a plan, and how each did since. */
export async function stepFigures(db: Db, { dealer_id, id }: PlanKey, since: Date) {
  const { rows } = await sql<{ step: number; here: number; sent: number; replied: number }>`
    select step, sum(here)::int as here, sum(sent)::int as sent, sum(replied)::int as replied from (
      select next_step as step, count(*) as here, 0 as sent, 0 as replied from lead_plan_enrollments
        where dealer_id = ${dealer_id} and plan_id = ${id} and state = 'running' group by next_step
      union all select step, 0, count(*), 0 from lead_plan_sends
        where dealer_id = ${dealer_id} and plan_id = ${id} and state = 'sent' and at > ${since} group by step
      union all select last_step, 0, 0, count(*) from lead_plan_enrollments
        where dealer_id = ${dealer_id} and plan_id = ${id} and ending = 'replied' and started_at > ${since}
          and last_step is not null group by last_step) counted
    group by step`.execute(db);
  return new Map(rows.map(({ step, ...figures }) => [step, figures]));
}

/** How many are in a plan. */
export async function countInside(db: Db, { dealer_id, id }: PlanKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from lead_plan_enrollments
    where dealer_id = ${dealer_id} and plan_id = ${id} and state = 'running'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** What the list of plans says about each. */
export async function listFigures(db: Db, { dealer_id, location_id }: LocationKey, since: Date) {
  const { rows } = await sql<{ plan_id: number; people: number; started: number; replied: number }>`
    select plan_id, (count(*) filter (where state = 'running'))::int as people,
      (count(*) filter (where started_at > ${since}))::int as started,
      (count(*) filter (where started_at > ${since} and ending = 'replied'))::int as replied
    from lead_plan_enrollments where dealer_id = ${dealer_id} and location_id = ${location_id}
      and (state = 'running' or started_at > ${since}) group by plan_id`.execute(db);
  return new Map(rows.map(({ plan_id, ...figures }) => [plan_id, figures]));
}

/** Members' names by id. */
export async function memberNames(
  db: Db,
  dealer_id: number,
  ids: readonly (number | null)[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`select id, trim(first_name || ' ' || last_name) as name
    from users where dealer_id = ${dealer_id} and id = any(${ids.filter((id) => id !== null)}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
