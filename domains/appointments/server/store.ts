import { sql } from "kysely";
import type { LocationKey, LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AppointmentStatus, AppointmentType } from "../contract.ts";

export interface NewAppointment {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly title: string;
  readonly type: AppointmentType;
  readonly customer_id: number;
  readonly datetime: Date;
  readonly notes: string;
  readonly created_by: number;
  readonly created: Date;
  readonly duration?: number;
  readonly host_id?: number | null;
  readonly place?: string;
}

// As the index `appointments_once` has it.
const sameMinute = sql`dealer_id, customer_id, date_trunc('minute', datetime at time zone 'UTC')`;

/**
 * Fails on `appointments_host_once` when the host has another appointment then.
 *
 * @returns the new row's id; undefined when the customer already has an appointment in this minute.
 */
export async function insertAppointment(db: Db, appointment: NewAppointment): Promise<number | undefined> {
  const insert = db.insertInto("appointments").values(appointment);
  const row = await insert
    .onConflict((conflict) => conflict.expression(sameMinute).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Locks the appointment until the end of the transaction, so that status changes run one by one. */
export async function lockAppointment(db: Db, scope: LocationScope, id: number) {
  return db
    .selectFrom("appointments")
    .where("dealer_id", "=", scope.dealer_id)
    .where("location_id", "=", scope.location_id)
    .where("id", "=", id)
    .select(["title", "notes", "customer_id", "datetime", "confirmed_at", "version"])
    .select(["location_id", "duration", "host_id", "place", "confirmed_by", "change_asked_at"])
    .select(sql<AppointmentType>`type`.as("type"))
    .select(sql<AppointmentStatus>`status`.as("status"))
    .forUpdate()
    .executeTakeFirst();
}

export type LockedAppointment = NonNullable<Awaited<ReturnType<typeof lockAppointment>>>;

interface Confirmation {
  readonly confirmed_at: Date;
  readonly confirmed_by: number;
}

export async function setConfirmed(db: Db, scope: LocationScope, id: number, by: Confirmation): Promise<void> {
  await db
    .updateTable("appointments")
    .set({ ...by, change_asked_at: null, moved_from: null })
    .where("dealer_id", "=", scope.dealer_id)
    .where("location_id", "=", scope.location_id)
    .where("id", "=", id)
    .execute();
}

export async function setStatus(db: Db, scope: LocationScope, id: number, status: AppointmentStatus): Promise<void> {
  await db
    .updateTable("appointments")
    .set({ status, moved_from: null })
    .where("dealer_id", "=", scope.dealer_id)
    .where("location_id", "=", scope.location_id)
    .where("id", "=", id)
    .execute();
}

/** What an edit changes. */
export interface AppointmentChange {
  readonly title: string;
  readonly type: AppointmentType;
  readonly customer_id: number;
  readonly notes: string;
  readonly datetime: Date;
  readonly status: AppointmentStatus;
  readonly confirmed_at: Date | null;
  readonly duration: number;
  readonly host_id: number | null;
  readonly place: string;
}

/** Stores an edit and counts it. Fails on `appointments_once` when the customer, on `appointments_host_once` when the host has another appointment then. */
export async function updateAppointment(db: Db, scope: LocationScope, id: number, change: AppointmentChange) {
  return db
    .updateTable("appointments")
    .set(({ eb }) => ({
      ...change,
      ...(change.confirmed_at === null && { confirmed_by: null }),
      change_asked_at: sql<Date | null>`case when datetime = ${change.datetime} then change_asked_at end`,
      moved_from: null,
      version: eb("version", "+", 1),
    }))
    .where("dealer_id", "=", scope.dealer_id)
    .where("location_id", "=", scope.location_id)
    .where("id", "=", id)
    .returning("version")
    .executeTakeFirstOrThrow();
}

/** The customers of these who have an appointment. */
export async function customersWithAppointment(
  db: Db,
  { dealer_id }: LocationKey,
  customer_ids: readonly number[],
): Promise<number[]> {
  const rows = await db
    .selectFrom("appointments")
    .where("dealer_id", "=", dealer_id)
    .where(sql<boolean>`customer_id = any(${[...customer_ids]}::bigint[])`)
    .select("customer_id")
    .distinct()
    .execute();
  return rows.map(({ customer_id }) => customer_id);
}
