import { sql } from "kysely";
import type { Db } from "#core/server/unit.ts";
import type { Range } from "../rules.ts";
import { atPlace, type Place } from "./store.ts";

/** The moments that the figures of appointments are about. */
export interface Moments {
  readonly now: Date;
  /** Where today begins, and tomorrow. */
  readonly today: Range;
  /** From the period's beginning to the end of today. */
  readonly days: Range;
  /** The period itself: for when they were made. */
  readonly made: Range;
}

const timeIn = ({ from, to }: Range) => sql<boolean>`a.datetime >= ${from} and a.datetime < ${to}`;
const madeIn = ({ from, to }: Range) => sql<boolean>`a.created >= ${from} and a.created < ${to}`;

/** Which appointments a figure counts. */
export const appointmentsOf = {
  todays_appointments: ({ today }: Moments) => timeIn(today),
  active_appointments: ({ now }: Moments) => sql<boolean>`a.status = 0 and a.datetime >= ${now}`,
  appointments_set: ({ made }: Moments) => madeIn(made),
  appointments_in_period: ({ days }: Moments) => timeIn(days),
  appointments_in_person: ({ days }: Moments) => sql<boolean>`${timeIn(days)} and a.type = 0`,
  appointments_virtual: ({ days }: Moments) => sql<boolean>`${timeIn(days)} and a.type = 1`,
  appointments_pending: ({ days }: Moments) => sql<boolean>`${timeIn(days)} and a.status = 0`,
  apps_shown: ({ days }: Moments) => sql<boolean>`${timeIn(days)} and a.status = 1`,
  appointments_no_show: ({ days }: Moments) => sql<boolean>`${timeIn(days)} and a.status = 2`,
};
export type AppointmentFigure = keyof typeof appointmentsOf;

type Counts = Record<"todays_appointments" | "active_appointments", number>;

/** The figures that the hours' sums don't give. */
export async function countAppointments(db: Db, place: Place, moments: Moments): Promise<Counts> {
  const rowsOf = (figure: AppointmentFigure) =>
    sql`from appointments a where ${atPlace("a", place)} and ${appointmentsOf[figure](moments)}`;
  const { rows } = await sql<Counts>`select today.*, active.* from
      (select count(*)::int as todays_appointments ${rowsOf("todays_appointments")}) as today,
      (select count(*)::int as active_appointments ${rowsOf("active_appointments")}) as active`.execute(db);
  if (!rows[0]) throw new Error("Nothing was counted");
  return rows[0];
}
