import { sql } from "kysely";
import type { Db } from "#core/server/unit.ts";
import type { Range } from "../rules.ts";
import { atPlace, type Place } from "./store.ts";

/** The time ranges of the appointment figures. */
export interface Moments {
  readonly now: Date;
  /** Today, midnight to midnight. */
  readonly today: Range;
  /** From the period's start to the end of today. */
  readonly days: Range;
  /** The period itself, for when appointments were created. */
  readonly made: Range;
}

const timeIn = ({ from, to }: Range) => sql<boolean>`a.datetime >= ${from} and a.datetime < ${to}`;
const createdIn = ({ from, to }: Range) => sql<boolean>`a.created >= ${from} and a.created < ${to}`;

/** The filter of each appointment figure. */
export const appointmentsOf = {
  todays_appointments: ({ today }: Moments) => timeIn(today),
  active_appointments: ({ now }: Moments) => sql<boolean>`a.status = 0 and a.datetime >= ${now}`,
  appointments_set: ({ made }: Moments) => createdIn(made),
  appointments_in_period: ({ days }: Moments) => timeIn(days),
  appointments_in_person: ({ days }: Moments) => sql<boolean>`${timeIn(days)} and a.type = 0`,
  appointments_virtual: ({ days }: Moments) => sql<boolean>`${timeIn(days)} and a.type = 1`,
  appointments_pending: ({ days }: Moments) => sql<boolean>`${timeIn(days)} and a.status = 0`,
  apps_shown: ({ days }: Moments) => sql<boolean>`${timeIn(days)} and a.status = 1`,
  appointments_no_show: ({ days }: Moments) => sql<boolean>`${timeIn(days)} and a.status = 2`,
};
export type AppointmentFigure = keyof typeof appointmentsOf;

type AppointmentCounts = Record<"todays_appointments" | "active_appointments", number>;

/** The figures that the hourly sums can't provide. */
export async function countAppointments(db: Db, scope: Place, ranges: Moments): Promise<AppointmentCounts> {
  const rowsOf = (figure: AppointmentFigure) =>
    sql`from appointments a where ${atPlace("a", scope)} and ${appointmentsOf[figure](ranges)}`;
  const { rows } = await sql<AppointmentCounts>`select today.*, active.* from
      (select count(*)::int as todays_appointments ${rowsOf("todays_appointments")}) as today,
      (select count(*)::int as active_appointments ${rowsOf("active_appointments")}) as active`.execute(db);
  if (!rows[0]) throw new Error("Nothing was counted");
  return rows[0];
}
