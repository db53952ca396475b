import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";

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
