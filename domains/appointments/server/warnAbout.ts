import { sql } from "kysely";
import { Failure } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import type { DoubtfulTime } from "../fields.ts";
import { warningsFor } from "../rules.ts";

interface StoredTime {
  readonly id: number;
  readonly customer_id: number;
  readonly datetime: Date;
  /** In minutes. */
  readonly duration: number;
}

/**
 * What speaks against the time of an appointment that was just stored.
 *
 * @param confirmed 0: the person is asked first.
 * @throws Failure `conflict` with the warnings; it takes back what was stored. Who is in the way is said before.
 */
export async function warnAbout(
  { db, scope, now }: StaffContext,
  { id, customer_id, datetime, duration }: StoredTime,
  confirmed: 0 | 1 | undefined,
): Promise<DoubtfulTime["warnings"]> {
  if (confirmed === 1) return [];
  const { hours, time_zone: zone } = await hoursOf(db, scope);
  const ends_at = new Date(datetime.getTime() + duration * 60_000);
  const others = await othersOfCustomer(db, scope, { id, customer_id, from: datetime, to: ends_at });
  const warnings = warningsFor({ datetime, ends_at, now: now(), zone, hours, others });
  if (warnings.length === 0 || confirmed === undefined) return warnings;
  const data: DoubtfulTime = { reason: "doubtful", warnings };
  throw new Failure("conflict", warnings.map(({ text }) => text).join(" "), { data });
}

/** A customer's other pending appointments in a time. */
async function othersOfCustomer(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { id, customer_id, from, to }: { id: number; customer_id: number; from: Date; to: Date },
) {
  const { rows } = await sql<{ title: string; datetime: Date; customer_name: string }>`
    select a.title, a.datetime, customers.customer_name from appointments a
    join customers on customers.dealer_id = a.dealer_id and customers.id = a.customer_id
    where a.dealer_id = ${dealer_id} and a.location_id = ${location_id} and a.customer_id = ${customer_id}
      and a.id <> ${id} and a.status = 0 and a.datetime < ${to} and appointment_end(a.datetime, a.duration) > ${from}
    order by a.datetime limit 3`.execute(db);
  return rows;
}
