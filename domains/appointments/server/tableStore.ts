import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import { type KeysetRange, maxCountedRows } from "#core/server/keysetPage.ts";
import type { SqlFragment } from "#core/server/sqlFragment.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { isFoundIn } from "#core/server/wordSearch.ts";
import type { AppointmentStatus, AppointmentType } from "../contract.ts";
import { statusNames, typeNames } from "../rules.ts";

/** Which appointments a query selects. */
export interface AppointmentFilter {
  readonly customer_id?: number | undefined;
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
  readonly status?: AppointmentStatus | undefined;
  readonly type?: AppointmentType | undefined;
  /** Who added it. */
  readonly user_id?: number | undefined;
  /** Who receives the customer. */
  readonly host_id?: number | undefined;
  /** They end after this instant. */
  readonly endsAfter?: Date | undefined;
  /** Its words are in the title, the notes, the customer's name, phone, email or company, or the name of type or status. */
  readonly search: string;
}

/**
 * The columns that the table can be sorted by. Only the time has an index: one location's appointments are few enough to
 * be sorted by the others.
 */
export const appointmentKeys = {
  id: "number",
  title: "text",
  datetime: "number",
  customer_name: "text",
  type: "number",
  created_by: "text",
  created: "number",
  status: "number",
} as const;
export type AppointmentKey = keyof typeof appointmentKeys;

const memberName = sql<string>`trim(users.first_name || ' ' || users.last_name)`;

const hostName = sql<string>`trim(host.first_name || ' ' || host.last_name)`;
const endsAt = sql<Date>`appointment_end(a.datetime, a.duration)`;

/** What each column is sorted by. */
const keySql: Record<AppointmentKey, SqlFragment> = {
  id: sql`a.id`,
  title: sql`a.title collate "und-x-icu"`,
  datetime: sql`a.datetime`,
  customer_name: sql`customers.customer_name collate "und-x-icu"`,
  type: sql`a.type`,
  created_by: sql`${memberName} collate "und-x-icu"`,
  created: sql`a.created`,
  status: sql`a.status`,
};

/** Times are compared in microseconds, which still fit a JavaScript number. */
const microseconds = (column: SqlFragment) => sql`(extract(epoch from ${column}) * 1000000)::bigint`;

export interface AppointmentRow {
  readonly id: number;
  readonly title: string;
  readonly datetime: Date;
  readonly duration: number;
  readonly ends_at: Date;
  readonly host_id: number | null;
  readonly host_name: string;
  readonly place: string;
  readonly customer_id: number;
  readonly customer_name: string;
  readonly customer_deleted: 0 | 1;
  readonly type: AppointmentType;
  readonly notes: string;
  readonly created_by: string;
  readonly user_id: number;
  readonly created: Date;
  readonly status: AppointmentStatus;
  readonly confirmed_at: Date | null;
  readonly change_asked_at: Date | null;
  readonly version: number;
  /** What the row is sorted by where that is a time. */
  readonly datetime_us: number;
  readonly created_us: number;
}

const shownRows = sql`appointments a
  join customers on customers.dealer_id = a.dealer_id and customers.id = a.customer_id
  join users on users.dealer_id = a.dealer_id and users.id = a.created_by
  left join users host on host.dealer_id = a.dealer_id and host.id = a.host_id`;

/** A range of the location's appointments, in its order. */
export async function appointmentRows(
  db: Db,
  location: LocationKey,
  filter: AppointmentFilter,
  { key, dir, after, skip, limit }: KeysetRange<AppointmentKey>,
): Promise<AppointmentRow[]> {
  const direction = sql.raw(dir);
  const past = after
    ? sql`and (${keySql[key]}, a.id) ${sql.raw(dir === "asc" ? ">" : "<")} (${startOf(key, after.value)}, ${after.id}::bigint)`
    : sql``;
  const { rows } = await sql<AppointmentRow>`
    select a.id, a.title, a.datetime, a.customer_id, a.type, a.notes, a.created, a.status, a.confirmed_at, a.change_asked_at, a.version,
      a.duration, ${endsAt} as ends_at, a.host_id, a.place, coalesce(${hostName}, '') as host_name,
      a.created_by as user_id, ${memberName} as created_by, customers.customer_name,
      case when customers.deleted_at is null then 0 else 1 end as customer_deleted,
      ${microseconds(sql`a.datetime`)} as datetime_us, ${microseconds(sql`a.created`)} as created_us
    from ${shownRows}
    where ${conditionOf(location, filter)} ${past}
    order by ${keySql[key]} ${direction}, a.id ${direction} limit ${limit} offset ${skip}`.execute(db);
  return rows;
}

/** A range starts after this value. */
function startOf(key: AppointmentKey, value: string | number): SqlFragment {
  if (appointmentKeys[key] === "text") return sql`${value}::text`;
  if (key !== "datetime" && key !== "created") return sql`${value}::bigint`;
  return sql`(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`;
}

/** How many appointments match; counting stops one above the limit. */
export async function countAppointments(db: Db, location: LocationKey, filter: AppointmentFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from ${shownRows} where ${conditionOf(location, filter)} limit ${maxCountedRows + 1}) as counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** How many of the matching ones are completed, and how many are still pending although their time has passed. */
export async function countOutcomes(db: Db, location: LocationKey, filter: AppointmentFilter, now: Date) {
  const { rows } = await sql<{ total: number; completed: number; due: number }>`
    select count(*)::int as total, (count(*) filter (where a.status = 1))::int as completed,
      (count(*) filter (where a.status = 0 and a.datetime <= ${now}))::int as due
    from ${shownRows} where ${conditionOf(location, filter)}`.execute(db);
  return rows[0] ?? { total: 0, completed: 0, due: 0 };
}

function conditionOf({ dealer_id, location_id }: LocationKey, filter: AppointmentFilter): SqlFragment {
  const { customer_id, from, before, status, type, user_id, host_id, endsAfter, search } = filter;
  const all = [sql`a.dealer_id = ${dealer_id} and a.location_id = ${location_id}`];
  if (customer_id !== undefined) all.push(sql`a.customer_id = ${customer_id}`);
  if (from) all.push(sql`a.datetime >= ${from}`);
  if (before) all.push(sql`a.datetime < ${before}`);
  if (status !== undefined) all.push(sql`a.status = ${status}`);
  if (type !== undefined) all.push(sql`a.type = ${type}`);
  if (user_id !== undefined) all.push(sql`a.created_by = ${user_id}`);
  if (host_id !== undefined) all.push(sql`a.host_id = ${host_id}`);
  // None is longer than a day, so that the index by time still narrows it.
  if (endsAfter) all.push(sql`a.datetime > ${endsAfter}::timestamptz - interval '1 day' and ${endsAt} > ${endsAfter}`);
  if (search !== "") all.push(isFoundIn(search, searchedTexts));
  return sql.join(all, sql` and `);
}

/** The label of a coded value, so that people can search for what they see. */
function labelOf(column: SqlFragment, names: Record<number, string>): SqlFragment {
  const cases = Object.entries(names).map(([value, name]) => sql`when ${sql.lit(Number(value))} then ${sql.lit(name)}`);
  return sql`case ${column} ${sql.join(cases, sql` `)} end`;
}

const searchedTexts = [
  sql`a.title`,
  sql`a.notes`,
  sql`customers.search_text`,
  labelOf(sql`a.type`, typeNames),
  labelOf(sql`a.status`, statusNames),
];
