import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { CustomerWork } from "#domains/customers/server/public.ts";
import { announceAppointment } from "./facts.ts";

/** The appointments that customers still have; deleting the customer may cancel them. */
export const comingAppointments: CustomerWork = {
  what: "coming appointment",
  count: countComing,

  async cancel(unit, location, customer_ids) {
    const cancelled = await deleteComing(unit.db, location, customer_ids, unit.now());
    for (const { id } of cancelled) announceAppointment(unit, location, id);
    return cancelled;
  },

  async restore(unit, location, records) {
    const ids = await insertDeleted(unit.db, location.dealer_id, records);
    for (const id of ids) announceAppointment(unit, location, id);
  },
};

const idsOf = (ids: readonly number[]) => sql`any(${[...ids]}::bigint[])`;

/** How many pending appointments these customers have from now on. */
async function countComing(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  customer_ids: readonly number[],
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from appointments
    where dealer_id = ${dealer_id} and location_id = ${location_id} and customer_id = ${idsOf(customer_ids)}
      and status = 0 and datetime > ${now}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface CancelledAppointment {
  readonly id: number;
  readonly customer_id: number;
  /** The whole row, as JSON. */
  readonly record: unknown;
}

/** Deletes the pending appointments that these customers have from now on. */
async function deleteComing(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  customer_ids: readonly number[],
  now: Date,
): Promise<CancelledAppointment[]> {
  const { rows } = await sql<CancelledAppointment>`
    delete from appointments
    where dealer_id = ${dealer_id} and location_id = ${location_id} and customer_id = ${idsOf(customer_ids)}
      and status = 0 and datetime > ${now}
    returning id, customer_id, to_jsonb(appointments.*) as record`.execute(db);
  return rows;
}

// Rows that were deleted before a column existed have its default.
const defaults = { version: 1, duration: 30, place: "" };

/**
 * Stores deleted appointments again, unless the customer has another at that time by now. A host who has another then by
 * now, or is off, doesn't receive this one.
 */
export async function insertDeleted(db: Db, dealer_id: number, records: readonly unknown[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with deleted as (
      select ${JSON.stringify(defaults)}::jsonb || record || '{"moved_from": null}'::jsonb as record
      from jsonb_array_elements(${JSON.stringify(records)}::jsonb) as record
      where (record->>'dealer_id')::bigint = ${dealer_id}
    ), received as (
      select case when exists (
        select from appointments other, jsonb_populate_record(null::appointments, record) as row
        where other.dealer_id = row.dealer_id and other.host_id = row.host_id and other.status = 0
          and tstzrange(other.datetime, appointment_end(other.datetime, other.duration))
            && tstzrange(row.datetime, appointment_end(row.datetime, row.duration))
      ) or exists (
        select from time_off, jsonb_populate_record(null::appointments, record) as row
        where time_off.dealer_id = row.dealer_id and time_off.user_id = row.host_id
          and time_off.starts_at < appointment_end(row.datetime, row.duration) and time_off.ends_at > row.datetime
      ) then record || '{"host_id": null}'::jsonb else record end as record from deleted
    )
    insert into appointments select (jsonb_populate_record(null::appointments, record)).* from received
    on conflict do nothing returning id`.execute(db);
  return rows.map(({ id }) => id);
}
