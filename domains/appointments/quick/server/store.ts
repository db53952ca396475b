import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { TakenTime } from "../rules.ts";

interface Search {
  readonly from: Date;
  readonly to: Date;
  readonly host_id: number | null;
  readonly customer_id: number | undefined;
}

/** When a host or a customer has a pending appointment, or the host is off. */
export async function takenTimes(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { from, to, host_id, customer_id }: Search,
): Promise<TakenTime[]> {
  const { rows } = await sql<TakenTime>`
    select datetime as "from", appointment_end(datetime, duration) as "to" from appointments
    where dealer_id = ${dealer_id} and location_id = ${location_id} and status = 0
      and (host_id = ${host_id} or customer_id = ${customer_id ?? null})
      and datetime < ${to} and datetime > ${from}::timestamptz - interval '1 day'
    union all
    select starts_at, ends_at from time_off
    where dealer_id = ${dealer_id} and user_id = ${host_id} and starts_at < ${to} and ends_at > ${from}`.execute(db);
  return rows;
}

/** An appointment that the member made, locked. */
export async function lockOwn(db: Db, { dealer_id, location_id }: LocationKey, id: number, user_id: number) {
  return db
    .selectFrom("appointments")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("created_by", "=", user_id)
    .select(["created", "version", "status"])
    .forUpdate()
    .executeTakeFirst();
}
