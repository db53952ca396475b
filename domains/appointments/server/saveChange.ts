import { sql } from "kysely";
import { Failure } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import type { DoubtfulTime } from "../fields.ts";
import { changesBetween, statusNames, warningsFor } from "../rules.ts";
import { announceAppointment } from "./facts.ts";
import { memberName, notifyHosts, orBusy, requireFreeHost, requireHost } from "./hosts.ts";
import { type AppointmentChange, type LockedAppointment, updateAppointment } from "./store.ts";

interface ChangeRequest {
  readonly id: number;
  readonly before: LockedAppointment;
  readonly change: AppointmentChange;
  readonly zone: string;
  /** What is thrown when the customer has another appointment then. */
  readonly taken: () => Failure;
}

/**
 * Stores what an edit or a move changes, with its entries in the trail; without any change, nothing.
 *
 * @returns the version that the appointment has now.
 */
export async function saveChange(
  context: StaffContext,
  { id, before, change, zone, taken }: ChangeRequest,
): Promise<number> {
  const { db, scope, audit } = context;
  const { host_id, datetime, duration, status } = change;
  const changes = changesBetween(before, change);
  if (Object.keys(changes).length === 0) return before.version;
  if (host_id !== null && host_id !== before.host_id) await requireHost(db, scope, host_id);
  const name = host_id === null ? "" : await memberName(db, scope.dealer_id, host_id);
  if (host_id !== null && status === 0)
    await requireFreeHost(db, scope, { host_id, from: datetime, duration, except: id }, { name, zone });
  const { version } = await updateAppointment(db, scope, id, change).catch((error) => {
    throw violatedConstraint(error) === "appointments_once" ? taken() : orBusy(error, name, zone);
  });
  await audit({ action: "edited", subject: "appointment", subject_id: id, detail: changes });
  if (status !== before.status) {
    const detail = { from: statusNames[before.status], to: statusNames[status] };
    await audit({ action: "moved", subject: "appointment", subject_id: id, detail });
  }
  announceAppointment(context, scope, id);
  if (status === 0) await notifyHosts(context, { title: change.title, zone, before, after: change, host: name });
  return version;
}

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

const actions = { confirm: "confirmed", change: "asked to change" } as const;

/**
 * Records that the customer themselves confirmed a pending appointment, or asked for another time; the one makes the other
 * void. A repeated confirmation keeps the first one's time.
 */
export async function recordCustomerAnswer(
  unit: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  id: number,
  answer: keyof typeof actions,
): Promise<void> {
  const { db, now, audit } = unit;
  const changed = await db
    .updateTable("appointments")
    .set(({ fn, val, ref }) =>
      answer === "confirm"
        ? { confirmed_at: fn.coalesce(ref("confirmed_at"), val(now())), change_asked_at: null }
        : { change_asked_at: now(), confirmed_at: null, confirmed_by: null },
    )
    .set({ moved_from: null })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("id", "=", id)
    .where("status", "=", 0)
    .returning("id")
    .execute();
  if (changed.length === 0) return;
  await audit({ action: actions[answer], subject: "appointment", subject_id: id, detail: { by: "customer" } });
  announceAppointment(unit, { dealer_id, location_id }, id);
}
