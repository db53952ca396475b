import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { AppointmentInTheWay } from "../fields.ts";

/** A host's time: whose, and which. */
export interface HostTime {
  readonly host_id: number;
  readonly from: Date;
  /** In minutes. */
  readonly duration: number;
  /** The appointment that is to be there. */
  readonly except?: number;
}

/** Serializes what gives a host appointments until the end of the transaction, so that the second sees the first. */
export async function lockHost(db: Db, dealer_id: number, host_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`host ${dealer_id} ${host_id}`}, 0))`.execute(db);
}

/** A member's name, also of one who has left. */
export async function memberName(db: Db, dealer_id: number, id: number): Promise<string> {
  const member = db.selectFrom("users").where("dealer_id", "=", dealer_id).where("id", "=", id);
  const row = await member.select(["first_name", "last_name"]).executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() : "";
}

/** The host's pending appointments in that time, as far as they are at this location. */
export async function appointmentsInTheWay(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { host_id, from, duration, except = 0 }: HostTime,
): Promise<AppointmentInTheWay[]> {
  const { rows } = await sql<{ id: number; title: string; customer_name: string; datetime: Date; ends_at: Date }>`
    select a.id, a.title, customers.customer_name, a.datetime, appointment_end(a.datetime, a.duration) as ends_at
    from appointments a join customers on customers.dealer_id = a.dealer_id and customers.id = a.customer_id
    where a.dealer_id = ${dealer_id} and a.location_id = ${location_id} and a.host_id = ${host_id} and a.status = 0
      and a.id <> ${except} and tstzrange(a.datetime, appointment_end(a.datetime, a.duration))
        && tstzrange(${from}, appointment_end(${from}, ${duration}::integer))
    order by a.datetime, a.id limit 5`.execute(db);
  return rows.map(({ datetime, ends_at, ...row }) => ({
    ...row,
    datetime: datetime.toISOString(),
    ends_at: ends_at.toISOString(),
  }));
}

/** Why the host is off in that time; undefined when they aren't. */
export async function timeOffInTheWay(
  db: Db,
  { dealer_id }: LocationKey,
  { host_id, from, duration }: HostTime,
): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    select reason from time_off where dealer_id = ${dealer_id} and user_id = ${host_id}
      and starts_at < appointment_end(${from}, ${duration}::integer) and ends_at > ${from}
    order by starts_at limit 1`.execute(db);
  return rows[0]?.reason;
}

/** The locations at which a member has pending appointments. */
export async function locationsHosted(db: Db, dealer_id: number, host_id: number): Promise<number[]> {
  const hosted = db.selectFrom("appointments").where("dealer_id", "=", dealer_id).where("host_id", "=", host_id);
  const rows = await hosted.where("status", "=", 0).select("location_id").distinct().orderBy("location_id").execute();
  return rows.map(({ location_id }) => location_id);
}

/**
 * Passes a member's pending appointments on; where the successor has another then, is off, or isn't on the team, nobody in
 * particular has it. Both hosts are locked.
 */
export async function reassignHosted(
  db: Db,
  request: {
    readonly dealer_id: number;
    readonly from: number;
    readonly to: number;
    readonly location_ids: readonly number[];
    /** Those of the locations at which the successor works. */
    readonly successorAt: readonly number[];
  },
) {
  const { dealer_id, from, to, location_ids, successorAt } = request;
  const { rows } = await sql<{ id: number; location_id: number; host_id: number | null }>`
    update appointments a set version = a.version + 1, moved_from = null, host_id = case when
      a.location_id = any(${[...successorAt]}::bigint[])
      and not exists (
        select from appointments other
        where other.dealer_id = a.dealer_id and other.host_id = ${to} and other.status = 0
          and tstzrange(other.datetime, appointment_end(other.datetime, other.duration))
            && tstzrange(a.datetime, appointment_end(a.datetime, a.duration)))
      and not exists (
        select from time_off where time_off.dealer_id = a.dealer_id and time_off.user_id = ${to}
          and time_off.starts_at < appointment_end(a.datetime, a.duration) and time_off.ends_at > a.datetime)
      then ${to}::bigint end
    where a.dealer_id = ${dealer_id} and a.host_id = ${from} and a.status = 0
      and a.location_id = any(${[...location_ids]}::bigint[])
    returning a.id, a.location_id, a.host_id`.execute(db);
  return rows;
}
