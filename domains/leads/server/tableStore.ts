import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import { countRowsCapped, rangeClause, type TimeOrderedTable, timeOrderColumns } from "#core/server/timeOrderedPage.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import { optinStatusSql, survivorSql } from "#domains/customers/server/public.ts";
import type { Lead, LeadDetail, LeadInquiry, LeadMove, LeadView } from "../contract.ts";
import {
  type LeadKind,
  type LeadOutcome,
  type LeadReach,
  type LeadVehicle,
  type StageKind,
  vehicleInterests,
} from "../fields.ts";
import { vehicleInWords, wantedFirst } from "../rules.ts";
import { sameCustomerSql, vehiclesSql } from "./store.ts";

/** Which leads a table shows. */
export interface LeadFilter extends LocationKey {
  readonly show: LeadView;
  /** Whose leads `mine` are. */
  readonly user_id: number;
  readonly stage_id: number | undefined;
  readonly owner_id: number | undefined;
  readonly kind: LeadKind | "";
  readonly source: string;
  readonly no_source: boolean;
  readonly reached: LeadReach | "";
  /** What `from` and `to` are about. */
  readonly dated: "received" | "reached";
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly customer_id: number | undefined;
  readonly search: string;
  readonly ids?: readonly number[];
}

const isOpen = sql`l.closed_at is null`;
/** An automatic answer is none, and an imported lead waits for none. */
export const isUntouchedSql = sql`l.closed_at is null and l.first_response_at is null and l.awaits_answer = 1`;

const inView = (user_id: number): Record<LeadView, SqlFragment> => ({
  open: isOpen,
  mine: sql`${isOpen} and l.owner_id = ${user_id}`,
  untouched: isUntouchedSql,
  unassigned: sql`${isOpen} and l.owner_id is null`,
  closed: sql`l.closed_at is not null`,
  all: sql`true`,
});

/** A lead that figures count, as their indexes have it. */
export const isCountedSql = sql`l.deleted_at is null and l.outcome not in ('duplicate', 'spam') and l.is_dated = 1`;

/** Leads of the figures by what they have done, and when they reached it. */
export const reachedSql: Record<LeadReach, { readonly has: SqlFragment; readonly at: SqlFragment }> = {
  lead: { has: sql`true`, at: sql`l.received_at` },
  uncontacted: { has: sql`l.contacted_at is null`, at: sql`l.received_at` },
  answered: { has: sql`l.response_business_seconds is not null`, at: sql`l.first_response_at` },
  contacted: { has: sql`l.contacted_at is not null`, at: sql`l.contacted_at` },
  set: { has: sql`l.set_at is not null`, at: sql`l.set_at` },
  shown: { has: sql`l.shown_at is not null`, at: sql`l.shown_at` },
  sold: { has: sql`l.sold_at is not null`, at: sql`l.sold_at` },
};

/** The leads `l` of a filter, in one of the orders. */
export function filteredLeads(filter: LeadFilter, order: LeadOrder = "received_at"): TimeOrderedTable {
  const { dealer_id, location_id, show, user_id, stage_id, owner_id, kind, source, customer_id } = filter;
  const { no_source, reached, dated, from, to } = filter;
  const term = filter.search.trim();
  const at = dated === "reached" && reached !== "" ? reachedSql[reached].at : sql`l.received_at`;
  const conditions = [
    sql`l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.deleted_at is null`,
    inView(user_id)[show],
    stage_id !== undefined && sql`l.stage_id = ${stage_id}`,
    owner_id !== undefined && sql`l.owner_id = ${owner_id}`,
    filter.ids !== undefined && sql`l.id = any(${[...filter.ids]}::bigint[])`,
    kind !== "" && sql`l.kind = ${kind}`,
    source !== "" && sql`l.source = ${source}`,
    no_source && sql`l.source = ''`,
    reached !== "" && sql`${isCountedSql} and ${reachedSql[reached].has}`,
    from !== undefined && sql`${at} >= ${from}`,
    to !== undefined && sql`${at} < ${to}`,
    customer_id !== undefined && sql`l.customer_id in ${sameCustomerSql(dealer_id, customer_id)}`,
    term !== "" &&
      isFoundIn(term, [
        sql`l.first_name`,
        sql`l.last_name`,
        sql`l.email`,
        sql`l.phone`,
        sql`l.source`,
        sql`(select c.search_text from customers c where c.dealer_id = l.dealer_id and c.id = l.customer_id)`,
        sql`(select string_agg(concat_ws(' ', v.year, v.make, v.model, v."trim", v.stock, v.vin), ' ') from lead_vehicles v
          where v.dealer_id = l.dealer_id and v.lead_id = l.id)`,
      ]),
  ].filter((condition) => condition !== false);
  return { from: sql`leads l`, at: orders[order], id: sql`l.id`, where: sql.join(conditions, sql` and `) };
}

/** What the table can be ordered by. */
export type LeadOrder = "received_at" | "waiting";

const orders: Record<LeadOrder, SqlFragment> = { received_at: sql`l.received_at`, waiting: sql`l.waits_from` };

/** What a lead `l` is worth: what it was sold for, else what its vehicle costs. */
export const worthSql = sql`coalesce(l.sale_price, nullif(l.value, 0))`;

const nameOf = (user: string) =>
  sql`coalesce((select trim(u.first_name || ' ' || u.last_name) from users u
    where u.dealer_id = l.dealer_id and u.id = ${sql.ref(user)}), '')`;

const shownColumns = sql`customers.id as customer_id, chats.id as chat_id,
  coalesce(nullif(customers.customer_name, ''), trim(l.first_name || ' ' || l.last_name)) as name,
  coalesce(nullif(l.phone, ''), customers.phone, '') as phone, coalesce(nullif(l.email, ''), customers.email, '') as email,
  customers.id is not null and ${optinStatusSql} = 0 as is_opted_out,
  l.kind, l.stage_id, s.name as stage, s.kind as stage_kind, l.owner_id, ${nameOf("l.owner_id")} as owner, l.source,
  l.received_at, l.first_response_at, l.closed_at, l.answer_due_at, l.outcome, l.lost_reason,
  case when l.upload_id is null then extract(epoch from l.first_response_at - l.received_at)::int end as response_seconds,
  (select count(*)::int from lead_inquiries i where i.dealer_id = l.dealer_id and i.lead_id = l.id) as inquiries,
  ${worthSql}::float8 as value, l.sale_price::float8 as sale_price,
  case when l.waits_from < timestamptz '2200-01-01 00:00:00+00' then l.waits_from end as waiting_since,
  contact.said as contact, step.said as next_step, plan.said as plan, ${vehiclesSql} as vehicles`;

const shownJoins = sql`
  join lead_stages s on s.dealer_id = l.dealer_id and s.id = l.stage_id
  left join customers origin on origin.dealer_id = l.dealer_id and origin.id = l.customer_id
  left join customers on customers.dealer_id = l.dealer_id and customers.id = ${survivorSql("origin")}
    and customers.deleted_at is null
  left join chats on chats.dealer_id = l.dealer_id and chats.location_id = l.location_id and chats.customer_id = customers.id
  left join lateral (
    select jsonb_build_object('kind', kind, 'at', at) as said from (
      select 'texted' as kind, chats.latest_chat_message_sent_time as at
      union all select 'wrote', chats.latest_chat_message_received_time
      union all (select 'called', k.started_at from calls k where k.dealer_id = l.dealer_id and k.location_id = l.location_id
        and k.customer_id = customers.id order by k.started_at desc, k.id desc limit 1)) contacts
    where at is not null order by at desc limit 1) contact on true
  left join lateral (
    select jsonb_build_object('kind', kind, 'title', title, 'at', at) as said from (
      (select 'task' as kind, t.description as title, t.due_at as at from tasks t where t.dealer_id = l.dealer_id
        and t.customer_id = customers.id and t.location_id = l.location_id and t.state = 'open' and t.deleted_at is null
        order by t.due_at limit 1)
      union all (select 'appointment', a.title, a.datetime from appointments a where a.dealer_id = l.dealer_id
        and a.customer_id = customers.id and a.location_id = l.location_id and a.status = 0
        order by a.datetime limit 1)) steps
    order by at limit 1) step on true
  left join lateral (
    select jsonb_build_object('id', p.id, 'enrollment_id', e.id, 'name', p.name, 'at', e.next_at,
        'steps', jsonb_array_length(v.steps), 'step', s.place, 'step_id', e.next_step, 'kind', s.step->>'kind',
        'is_paused', e.is_held = 1 or (e.paused_until is not null and e.next_at >= e.paused_until)) as said
    from lead_plan_enrollments e
      join lead_plans p on p.dealer_id = e.dealer_id and p.id = e.plan_id
      join lead_plan_versions v on v.dealer_id = e.dealer_id and v.plan_id = e.plan_id and v.version = e.version
      cross join lateral jsonb_array_elements(v.steps) with ordinality as s (step, place)
    where e.dealer_id = l.dealer_id and e.lead_id = l.id and e.state = 'running' and (s.step->>'id')::int = e.next_step
    limit 1) plan on true`;

type LeadTimes = "received_at" | "first_response_at" | "answer_due_at" | "closed_at" | "waiting_since";

interface StoredLead extends Omit<Lead, LeadTimes | "vehicle" | "stock"> {
  readonly at_us: number;
  readonly received_at: Date;
  readonly first_response_at: Date | null;
  readonly answer_due_at: Date | null;
  readonly closed_at: Date | null;
  readonly waiting_since: Date | null;
  readonly stage_kind: StageKind;
  readonly outcome: LeadOutcome | "";
  readonly vehicles: readonly LeadVehicle[];
}

/** A lead's row in the table, with the position that cursors name. */
export type LeadRow = ReturnType<typeof toRow>;

function toRow({ vehicles, ...lead }: StoredLead) {
  const [first] = wantedFirst(vehicles);
  const { contact, next_step, plan } = lead;
  return {
    ...lead,
    plan: plan && dated(plan),
    contact: contact && dated(contact),
    next_step: next_step && dated(next_step),
    vehicle: first ? vehicleInWords(first) : "",
    stock: first?.stock ?? "",
  };
}

/** What came as JSON, with its time as one. */
const dated = <T extends { readonly at: string }>(said: T) => ({ ...said, at: new Date(said.at) });

/** The leads of a range, in its order. */
export async function readLeads(db: Db, filter: LeadFilter, range: KeysetRange<LeadOrder>): Promise<LeadRow[]> {
  const table = filteredLeads(filter, range.key);
  const page = sql`select ${timeOrderColumns(table)}, l.dealer_id from ${table.from} where ${rangeClause(table, range)}`;
  return readPage(db, page, range.dir);
}

/** The leads that a page names by `id`, `dealer_id` and `at_us`, which orders them. */
export async function readPage(db: Db, page: SqlFragment, dir: "asc" | "desc"): Promise<LeadRow[]> {
  const direction = sql.raw(dir);
  const { rows } = await sql<StoredLead>`with page as materialized (${page})
    select page.id, page.at_us, ${shownColumns} from page
      join leads l on l.dealer_id = page.dealer_id and l.id = page.id ${shownJoins}
    order by page.at_us ${direction}, page.id ${direction}`.execute(db);
  return rows.map(toRow);
}

export async function countLeads(db: Db, filter: LeadFilter): Promise<number> {
  const { from, where } = filteredLeads(filter);
  return countRowsCapped(db, from, where);
}

/** The newest leads of a filter, for a file; with ids those alone. */
export const leadsForFile = (db: Db, filter: LeadFilter, ids: readonly number[]) =>
  readLeads(db, ids.length > 0 ? { ...filter, ids } : filter, {
    key: "received_at",
    dir: "desc",
    after: undefined,
    skip: 0,
    limit: maxCountedRows,
  });

/** How many open leads of the location each view shows. */
export async function countViews(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  user_id: number,
): Promise<ViewCounts> {
  const { mine, untouched, unassigned } = inView(user_id);
  const here = sql`l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.deleted_at is null`;
  const { rows } = await sql<ViewCounts>`
    select count(*)::int as open, (count(*) filter (where ${mine}))::int as mine,
      (count(*) filter (where ${untouched}))::int as untouched, (count(*) filter (where ${unassigned}))::int as unassigned,
      exists (select from leads l where ${here}) as has_any
    from leads l where ${here} and ${isOpen}`.execute(db);
  return rows[0] ?? { open: 0, mine: 0, untouched: 0, unassigned: 0, has_any: false };
}

interface ViewCounts {
  readonly open: number;
  readonly mine: number;
  readonly untouched: number;
  readonly unassigned: number;
  readonly has_any: boolean;
}

/** A lead with its vehicles, history and inquiries; undefined for an absent or foreign one. */
export async function findLead(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  id: number,
): Promise<(Omit<LeadRow, "at_us"> & Pick<Details, keyof Details>) | undefined> {
  const { rows } = await sql<StoredLead & { first_response_by: string }>`
    select l.id, 0 as at_us, ${shownColumns}, ${nameOf("l.first_response_by")} as first_response_by
    from leads l ${shownJoins}
    where l.dealer_id = ${dealer_id} and l.location_id = ${location_id} and l.id = ${id} and l.deleted_at is null`.execute(
    db,
  );
  const [lead] = rows;
  if (!lead) return undefined;
  const key = { dealer_id, lead_id: id };
  const [history, received] = await Promise.all([historyOf(db, key), inquiriesOf(db, key)]);
  const { at_us: _, ...row } = toRow(lead);
  return { ...row, first_response_by: lead.first_response_by, vehicles: vehiclesOf(lead.vehicles), history, received };
}

type StoredMove = Omit<LeadMove, "at"> & { readonly at: Date };
type StoredInquiry = Omit<LeadInquiry, "received_at" | "requested_at"> & {
  readonly received_at: Date;
  readonly requested_at: Date | null;
};

interface Details extends Pick<LeadDetail, "first_response_by" | "vehicles"> {
  readonly history: StoredMove[];
  readonly received: StoredInquiry[];
}

/** The vehicles in their order, with their own fields alone. */
const vehiclesOf = (stored: readonly LeadVehicle[]): LeadVehicle[] =>
  stored.map(({ interest, status, year, make, model, trim, vin, stock, price, odometer, color, comments }) => ({
    interest: vehicleInterests.find((one) => one === interest) ?? "buy",
    status,
    year,
    make,
    model,
    trim,
    vin,
    stock,
    price,
    odometer,
    color,
    comments,
  }));

interface LeadKey {
  readonly dealer_id: number;
  readonly lead_id: number;
}

const stageName = (column: string) =>
  sql`coalesce((select s.name from lead_stages s where s.dealer_id = m.dealer_id and s.id = ${sql.ref(column)}), '')`;
const memberName = (column: string) => sql`(select trim(u.first_name || ' ' || u.last_name) from users u
    where u.dealer_id = m.dealer_id and u.id = ${sql.ref(column)})`;
const changesOwner = sql`m.from_owner_id is distinct from m.to_owner_id`;

/** A `LeadMove`, for any query over `lead_moves m`. */
export const moveColumns = sql`m.id, m.at, m.reason, coalesce(${memberName("m.by")}, '') as by,
  ${stageName("m.from_stage_id")} as from_stage, ${stageName("m.to_stage_id")} as to_stage,
  case when ${changesOwner} then coalesce(${memberName("m.from_owner_id")}, '') end as from_owner,
  case when ${changesOwner} then coalesce(${memberName("m.to_owner_id")}, '') end as to_owner, m.unanswered_minutes,
  m.sale_price::float8 as sale_price`;

async function historyOf(db: Db, { dealer_id, lead_id }: LeadKey): Promise<StoredMove[]> {
  const { rows } = await sql<StoredMove>`select ${moveColumns}
    from lead_moves m where m.dealer_id = ${dealer_id} and m.lead_id = ${lead_id}
    order by m.id desc limit 200`.execute(db);
  return rows;
}

async function inquiriesOf(db: Db, { dealer_id, lead_id }: LeadKey): Promise<StoredInquiry[]> {
  const { rows } = await sql<StoredInquiry>`
    select id, came_by, read_by, provider, subject, comments, agreed_words, received_at, requested_at
    from lead_inquiries where dealer_id = ${dealer_id} and lead_id = ${lead_id}
    order by received_at desc, id desc limit 100`.execute(db);
  return rows;
}

/** The sources of the location's leads and of its tracking numbers, by name: one list for both. */
export async function sourcesAt(db: Db, { dealer_id, location_id }: LocationKey): Promise<string[]> {
  const next = (after: SqlFragment) => sql`select min(l.source) from leads l where l.dealer_id = ${dealer_id}
    and l.location_id = ${location_id} and l.deleted_at is null and l.source > ${after}`;
  // From one source to the next by the index: however many leads there are.
  const { rows } = await sql<{ source: string }>`with recursive sources as (
      select (${next(sql`''`)}) as source
      union all select (${next(sql`sources.source`)}) from sources where sources.source is not null
    ), listed as (
      (select source from sources where source is not null limit 200)
      union select source from tracking_numbers where dealer_id = ${dealer_id} and location_id = ${location_id} and source <> '')
    select source from listed order by source collate "und-x-icu", source`.execute(db);
  return rows.map(({ source }) => source);
}
