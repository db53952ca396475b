import { sql } from "kysely";
import type { LocationKey, LocationScope } from "#core/people.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { AppointmentStatus, AppointmentType } from "../contract.ts";
import { announceAppointment } from "./facts.ts";

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

export interface DeletedAppointment {
  readonly id: number;
  readonly customer_id: number;
  readonly datetime: Date;
}

/** Deletes an appointment and keeps its row for a day. What was kept longer goes. */
export async function deleteAppointment(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  id: number,
  now: Date,
): Promise<DeletedAppointment | undefined> {
  await db
    .deleteFrom("deleted_appointments")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("deleted_at", "<", new Date(now.getTime() - aDay))
    .execute();
  const { rows } = await sql<DeletedAppointment>`
    with gone as (
      delete from appointments where dealer_id = ${dealer_id} and location_id = ${location_id} and id = ${id}
      returning *
    ), kept as (
      insert into deleted_appointments (dealer_id, id, location_id, customer_id, record, deleted_at)
      select dealer_id, id, location_id, customer_id, to_jsonb(gone.*), ${now} from gone
    )
    select id, customer_id, datetime from gone`.execute(db);
  return rows[0];
}

/** Takes a deleted appointment out of those that are kept. */
export async function takeDeleted(db: Db, { dealer_id, location_id }: LocationKey, id: number, now: Date) {
  return db
    .deleteFrom("deleted_appointments")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("deleted_at", ">=", new Date(now.getTime() - aDay))
    .returning(["customer_id", "record"])
    .executeTakeFirst();
}

const aDay = 24 * 3_600_000;

/** Moves a customer's appointments to another customer. @returns their ids. */
export async function moveAppointments(
  unit: UnitOfWork,
  dealer_id: number,
  from: number,
  to: number,
): Promise<number[]> {
  const moved = await unit.db
    .updateTable("appointments")
    .set({ customer_id: to })
    .where("dealer_id", "=", dealer_id)
    .where("customer_id", "=", from)
    .returning(["id", "location_id"])
    .execute();
  for (const { id, location_id } of moved) announceAppointment(unit, { dealer_id, location_id }, id);
  return moved.map(({ id }) => id).sort((one, other) => one - other);
}

/** Moves appointments back to their former customer; skips those deleted or moved elsewhere since. */
export async function moveAppointmentsBack(
  unit: UnitOfWork,
  dealer_id: number,
  ids: readonly number[],
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  if (ids.length === 0) return;
  const moved = await unit.db
    .updateTable("appointments")
    .set({ customer_id: to })
    .where("dealer_id", "=", dealer_id)
    .where("customer_id", "=", from)
    .where("id", "in", ids)
    .returning(["id", "location_id"])
    .execute();
  for (const { id, location_id } of moved) announceAppointment(unit, { dealer_id, location_id }, id);
}

export async function countAppointments(db: Db, dealer_id: number, customer_id: number): Promise<number> {
  const row = await db
    .selectFrom("appointments")
    .where("dealer_id", "=", dealer_id)
    .where("customer_id", "=", customer_id)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The first time at which both customers have an appointment, which one customer can't have twice. */
export async function findConflict(db: Db, dealer_id: number, one: number, other: number): Promise<Date | undefined> {
  const row = await db
    .selectFrom("appointments as mine")
    .innerJoin("appointments as theirs", (join) =>
      join.onRef("theirs.dealer_id", "=", "mine.dealer_id").on(
        sql<boolean>`date_trunc('minute', theirs.datetime at time zone 'UTC')
            = date_trunc('minute', mine.datetime at time zone 'UTC')`,
      ),
    )
    .where("mine.dealer_id", "=", dealer_id)
    .where("mine.customer_id", "=", one)
    .where("theirs.customer_id", "=", other)
    .select("mine.datetime")
    .orderBy("mine.datetime")
    .limit(1)
    .executeTakeFirst();
  return row?.datetime;
}
