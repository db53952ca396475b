import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { memberById } from "#domains/team/server/public.ts";
import type { AppointmentInTheWay, HostBusy } from "../fields.ts";
import { inTheWayText, offText } from "../rules.ts";
import { appointmentsInTheWay, type HostTime, lockHost, memberName, timeOffInTheWay } from "./hostStore.ts";

/** The failure of whoever gives a host a second appointment: 409, with the appointments in the way. */
export function hostIsBusy(name: string, inTheWay: readonly AppointmentInTheWay[], zone: string): Failure {
  const data: HostBusy = { reason: "busy", in_the_way: [...inTheWay] };
  return new Failure("conflict", inTheWayText(name, inTheWay, zone), { data });
}

/** The failure of whoever gives somebody an appointment in their time off. */
function hostIsOff(name: string, reason: string): Failure {
  const data: HostBusy = { reason: "busy", in_the_way: [] };
  return new Failure("conflict", offText(name, reason), { data });
}

/** A member of the location, as the host of an appointment. */
export async function requireHost(db: Db, scope: LocationScope, host_id: number) {
  const host = await memberById(db, scope, host_id);
  if (!host) throw invalidField("host_id", "This person is no longer on the team here. Select someone else.");
  return { ...host, name: `${host.first_name} ${host.last_name}`.trim() };
}

/**
 * Locks the host's appointments and refuses a time at which they have another or are off. Appointments at other locations are found by
 * the table's constraint; `orBusy` words that.
 *
 * @throws Failure `conflict` with a `HostBusy`.
 */
export async function requireFreeHost(
  db: Db,
  scope: LocationScope,
  time: HostTime,
  host: { readonly name: string; readonly zone: string },
): Promise<void> {
  await lockHost(db, scope.dealer_id, time.host_id);
  const inTheWay = await appointmentsInTheWay(db, scope, time);
  if (inTheWay.length > 0) throw hostIsBusy(host.name, inTheWay, host.zone);
  const reason = await timeOffInTheWay(db, scope, time);
  if (reason !== undefined) throw hostIsOff(host.name, reason);
}

/** Refuses to make an appointment pending again whose host has another then by now, or is off. */
export async function requireStillFree(
  db: Db,
  scope: LocationScope,
  id: number,
  row: { readonly host_id: number | null; readonly datetime: Date; readonly duration: number },
): Promise<void> {
  const { host_id, datetime, duration } = row;
  if (host_id === null) return;
  const name = await memberName(db, scope.dealer_id, host_id);
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  await requireFreeHost(db, scope, { host_id, from: datetime, duration, except: id }, { name, zone: time_zone });
}

/** Words the refusal of the tables' constraints, which also see other locations; any other error stays as it is. */
export function orBusy(error: unknown, name: string, zone: string): unknown {
  const violated = violatedConstraint(error);
  if (violated === "host_times_not_off") return hostIsOff(name, "");
  return violated === "appointments_host_once" ? hostIsBusy(name, [], zone) : error;
}
