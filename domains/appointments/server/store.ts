import { sql } from "kysely";
import type { LocationKey, LocationScope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AppointmentStatus, AppointmentType } from "../contract.ts";
import { statusNames, typeNames } from "../rules.ts";

/** The location's appointments with the names of customer, creator, type and status. */
export function appointmentRows(db: Db, { dealer_id, location_id }: LocationScope) {
  return db
    .selectFrom("appointments")
    .innerJoin("customers", (join) =>
      join
        .onRef("customers.dealer_id", "=", "appointments.dealer_id")
        .onRef("customers.id", "=", "appointments.customer_id"),
    )
    .innerJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "appointments.dealer_id").onRef("users.id", "=", "appointments.created_by"),
    )
    .where("appointments.dealer_id", "=", dealer_id)
    .where("appointments.location_id", "=", location_id)
    .select(["appointments.id", "appointments.title", "appointments.datetime", "appointments.customer_id"])
    .select(["appointments.notes", "appointments.created", "appointments.confirmed_at"])
    .select("customers.customer_name")
    .select(sql<string>`trim(users.first_name || ' ' || users.last_name)`.as("created_by"))
    .select(sql<AppointmentType>`appointments.type`.as("type"))
    .select(sql<AppointmentStatus>`appointments.status`.as("status"))
    .select(labelOf("appointments.type", typeNames).as("type_name"))
    .select(labelOf("appointments.status", statusNames).as("status_name"));
}

/** The label of a coded value, so that people can search for what they see. */
function labelOf(column: string, names: Record<number, string>) {
  const cases = Object.entries(names).map(([value, name]) => sql`when ${Number(value)}::int then ${name}::text`);
  return sql<string>`case ${sql.ref(column)} ${sql.join(cases, sql` `)} end`;
}

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
}

/** @returns the new row's id; undefined when the customer already has an appointment in this minute. */
export async function insertAppointment(db: Db, appointment: NewAppointment): Promise<number | undefined> {
  const insert = db.insertInto("appointments").values(appointment);
  const row = await insert
    .onConflict((conflict) => conflict.doNothing())
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
    .select("confirmed_at")
    .select(sql<AppointmentStatus>`status`.as("status"))
    .forUpdate()
    .executeTakeFirst();
}

interface Confirmation {
  readonly confirmed_at: Date;
  readonly confirmed_by: number;
}

export async function setConfirmed(db: Db, scope: LocationScope, id: number, by: Confirmation): Promise<void> {
  await db
    .updateTable("appointments")
    .set(by)
    .where("dealer_id", "=", scope.dealer_id)
    .where("location_id", "=", scope.location_id)
    .where("id", "=", id)
    .execute();
}

export async function setStatus(db: Db, scope: LocationScope, id: number, status: AppointmentStatus): Promise<void> {
  await db
    .updateTable("appointments")
    .set({ status })
    .where("dealer_id", "=", scope.dealer_id)
    .where("location_id", "=", scope.location_id)
    .where("id", "=", id)
    .execute();
}

export async function deleteAppointment(db: Db, scope: LocationScope, id: number) {
  return db
    .deleteFrom("appointments")
    .where("dealer_id", "=", scope.dealer_id)
    .where("location_id", "=", scope.location_id)
    .where("id", "=", id)
    .returning(["id", "customer_id", "datetime"])
    .executeTakeFirst();
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
