import { type RawBuilder, sql } from "kysely";
import type { TimeRange } from "#core/periods.ts";
import type { Db } from "#core/server/unitOfWork.ts";

/** One location, or with null all locations of a business. */
export interface FigureScope {
  readonly dealer_id: number;
  readonly location_id: number | null;
}

/** Limits a table to the scope. */
export function inScope(table: string, { dealer_id, location_id }: FigureScope): RawBuilder<boolean> {
  const ofDealer = sql<boolean>`${sql.ref(table)}.dealer_id = ${dealer_id}`;
  if (location_id === null) return ofDealer;
  return sql<boolean>`${ofDealer} and ${sql.ref(table)}.location_id = ${location_id}`;
}

/** Groups an instant by its day or hour in a zone. */
export type Bucket = (instant: string) => RawBuilder<string>;

/** Inlines the zone: with parameters Postgres would not see that select and group by match. */
export function bucketIn(isByHour: boolean, zone: string): Bucket {
  return (instant) => {
    const clock = sql`${sql.ref(instant)} at time zone ${sql.lit(zone)}`;
    return isByHour ? sql<string>`date_trunc('hour', ${clock})` : sql<string>`(${clock})::date`;
  };
}

/**
 * Gives all statements of the transaction one snapshot, so that counts and rows agree, and turns off JIT compilation,
 * which costs more than it saves. Must run first.
 */
export async function beginSnapshot(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read`.execute(db);
  await sql`set local jit = off`.execute(db);
}

/** The time ranges of the appointment figures. */
export interface FigureRanges {
  readonly now: Date;
  /** Today, midnight to midnight. */
  readonly today: TimeRange;
  /** The period's days, of which the last is not over until midnight. */
  readonly days: TimeRange;
  /** The period itself, for when appointments were created. */
  readonly created: TimeRange;
}

const timeIn = ({ from, to }: TimeRange) => sql<boolean>`a.datetime >= ${from} and a.datetime < ${to}`;
const createdIn = ({ from, to }: TimeRange) => sql<boolean>`a.created >= ${from} and a.created < ${to}`;

/** The filter of each appointment figure. */
export const appointmentFilters = {
  todays_appointments: ({ today }: FigureRanges) => timeIn(today),
  active_appointments: ({ now }: FigureRanges) => sql<boolean>`a.status = 0 and a.datetime >= ${now}`,
  appointments_set: ({ created }: FigureRanges) => createdIn(created),
  appointments_in_period: ({ days }: FigureRanges) => timeIn(days),
  appointments_in_person: ({ days }: FigureRanges) => sql<boolean>`${timeIn(days)} and a.type = 0`,
  appointments_virtual: ({ days }: FigureRanges) => sql<boolean>`${timeIn(days)} and a.type = 1`,
  appointments_pending: ({ days }: FigureRanges) => sql<boolean>`${timeIn(days)} and a.status = 0`,
  apps_shown: ({ days }: FigureRanges) => sql<boolean>`${timeIn(days)} and a.status = 1`,
  appointments_no_show: ({ days }: FigureRanges) => sql<boolean>`${timeIn(days)} and a.status = 2`,
};
export type AppointmentFigure = keyof typeof appointmentFilters;

/** How many appointments have their time in a range, any status. */
export async function countAppointmentsIn(db: Db, scope: FigureScope, range: TimeRange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from appointments a where ${inScope("a", scope)} and ${timeIn(range)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** For how many customers an appointment was made in a range. */
export async function countCustomersScheduledIn(db: Db, scope: FigureScope, range: TimeRange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from appointments a where ${inScope("a", scope)} and ${createdIn(range)} group by a.customer_id, a.location_id
    ) as scheduled`.execute(db);
  return rows[0]?.count ?? 0;
}

type AppointmentCounts = Record<"todays_appointments" | "active_appointments", number>;

/** The figures that the hourly sums can't provide. */
export async function countAppointments(db: Db, scope: FigureScope, ranges: FigureRanges): Promise<AppointmentCounts> {
  const rowsOf = (figure: AppointmentFigure) =>
    sql`from appointments a where ${inScope("a", scope)} and ${appointmentFilters[figure](ranges)}`;
  const { rows } = await sql<AppointmentCounts>`select today.*, active.* from
      (select count(*)::int as todays_appointments ${rowsOf("todays_appointments")}) as today,
      (select count(*)::int as active_appointments ${rowsOf("active_appointments")}) as active`.execute(db);
  if (!rows[0]) throw new Error("Nothing was counted");
  return rows[0];
}
