import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AppointmentStatus } from "#domains/appointments/contract.ts";

/** How an appointment was before its last move. */
export interface MovedFrom {
  readonly datetime: string;
  readonly duration: number;
  readonly host_id: number | null;
  readonly status: AppointmentStatus;
  readonly confirmed_at: string | null;
  readonly confirmed_by: number | null;
  /** Missing in moves that were stored before customers could ask. */
  readonly change_asked_at?: string | null;
}

const ofAppointment = ({ dealer_id, location_id }: LocationKey, id: number) =>
  sql`dealer_id = ${dealer_id} and location_id = ${location_id} and id = ${id}`;

/** Remembers how a moved appointment was, until something else changes it. */
export async function keepMovedFrom(db: Db, location: LocationKey, id: number, from: MovedFrom): Promise<void> {
  await sql`update appointments set moved_from = ${JSON.stringify(from)}::jsonb
    where ${ofAppointment(location, id)}`.execute(db);
}

/** How an appointment was before its last move; undefined when something else was changed since. */
export async function movedFrom(db: Db, location: LocationKey, id: number): Promise<MovedFrom | undefined> {
  const { rows } = await sql<{ moved_from: MovedFrom | null }>`
    select moved_from from appointments where ${ofAppointment(location, id)}`.execute(db);
  return rows[0]?.moved_from ?? undefined;
}

/** Restores what the customer had said about the time, and to whom. */
export async function restoreAnswers(
  db: Db,
  location: LocationKey,
  id: number,
  { confirmed_by, change_asked_at = null }: MovedFrom,
): Promise<void> {
  await sql`update appointments set confirmed_by = ${confirmed_by}, change_asked_at = ${change_asked_at}::timestamptz
    where ${ofAppointment(location, id)}`.execute(db);
}

/** The absences in a time: of one member, or of everyone. */
export async function absencesBetween(
  db: Db,
  dealer_id: number,
  { from, to, user_ids }: { from: Date; to: Date; user_ids: readonly number[] },
) {
  return db
    .selectFrom("time_off")
    .where("dealer_id", "=", dealer_id)
    .where(sql<boolean>`user_id = any(${[...user_ids]}::bigint[])`)
    .where("starts_at", "<", to)
    .where("ends_at", ">", from)
    .select(["id", "user_id", "starts_at", "ends_at", "reason"])
    .orderBy("starts_at")
    .limit(500)
    .execute();
}
