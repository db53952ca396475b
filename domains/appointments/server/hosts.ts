import { sql } from "kysely";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { LocationKey, LocationScope } from "#core/people.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { HandOverRequest } from "#core/server/domainManifest.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { memberById, membersAt } from "#domains/team/server/public.ts";
import type { AppointmentInTheWay, HostBusy } from "../fields.ts";
import { type HostedTime, handedOverText, hostNews, inTheWayText, offText, takenOverText } from "../rules.ts";
import { announceAppointment } from "./facts.ts";

/** The failure for a second appointment of a host at a time: 409, with the appointments in the way. */
export function hostIsBusy(name: string, inTheWay: readonly AppointmentInTheWay[], zone: string): Failure {
  const data: HostBusy = { reason: "busy", in_the_way: [...inTheWay] };
  return new Failure("conflict", inTheWayText(name, inTheWay, zone), { data });
}

/** The failure of the person who gives someone an appointment in their time off. */
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

/** Reassigns a departing member's pending appointments to the chosen successor where possible. */
export async function handOverHosted(unit: UnitOfWork, request: HandOverRequest): Promise<string> {
  const { db } = unit;
  const { dealer_id, from } = request;
  const to = request.host_id ?? request.to;
  for (const host of [from, to].sort((one, other) => one - other)) await lockHost(db, dealer_id, host);
  const hosted = await locationsHosted(db, dealer_id, from);
  const location_ids = hosted.filter((id) => request.location_ids?.includes(id) ?? true);
  const successorAt: number[] = [];
  for (const location_id of location_ids) {
    const members = await membersAt(db, { dealer_id, location_id });
    if (members.some(({ id }) => id === to)) successorAt.push(location_id);
  }
  const rows = await reassignHosted(db, { dealer_id, from, to, location_ids, successorAt });
  for (const { id, location_id } of rows) announceAppointment(unit, { dealer_id, location_id }, id);
  await notifySuccessor(unit, request, to, rows);
  const given = rows.filter(({ host_id }) => host_id === to).length;
  return handedOverText(await memberName(db, dealer_id, to), given, rows.length - given);
}

/** Notifies the successor, unless they did it themselves. */
async function notifySuccessor(
  unit: UnitOfWork,
  { dealer_id, from, to: actor }: HandOverRequest,
  to: number,
  rows: readonly { readonly location_id: number; readonly host_id: number | null }[],
): Promise<void> {
  if (to === actor) return;
  const title = takenOverText(await memberName(unit.db, dealer_id, from));
  const taken = Map.groupBy(
    rows.filter(({ host_id }) => host_id === to),
    ({ location_id }) => location_id,
  );
  for (const [location_id, { length }] of taken) {
    const text = length === 1 ? "1 appointment" : `${length} appointments`;
    await notify(unit, { dealer_id, location_id, user_ids: [to] }, { kind: "appointment", title, text, chat_id: null });
  }
}

interface HostChange {
  readonly title: string;
  readonly zone: string;
  /** Undefined for a new appointment. */
  readonly before: HostedTime | undefined;
  readonly after: HostedTime;
  /** The name of the host from now on; empty without one. */
  readonly host: string;
}

/** Notifies hosts when a colleague assigns, reassigns or moves a coming appointment. */
export async function notifyHosts(context: StaffContext, change: HostChange): Promise<void> {
  const { scope, who, now } = context;
  const { title, zone, before, after, host } = change;
  if (after.datetime <= now()) return;
  const by = `${who.first_name} ${who.last_name}`.trim();
  const news = hostNews({ title, zone, by, host, before, after });
  for (const { user_id, title: head, text } of news) {
    if (user_id === who.user_id) continue;
    const notification = { kind: "appointment", title: head, text, chat_id: null } as const;
    await notify(context, { ...scope, user_ids: [user_id] }, notification);
  }
}

/** A host's time: whose, and which. */
interface HostTime {
  readonly host_id: number;
  readonly from: Date;
  /** In minutes. */
  readonly duration: number;
  /** The appointment that is to be there. */
  readonly except?: number;
}

/** Serializes what gives a host appointments until the end of the transaction, so that the second sees the first. */
export async function lockHost(db: Db, dealer_id: number, host_id: number): Promise<void> {
  await lockByName(db, `host ${dealer_id} ${host_id}`);
}

/** A member's name, also of one who has left. */
export async function memberName(db: Db, dealer_id: number, id: number): Promise<string> {
  const member = db.selectFrom("users").where("dealer_id", "=", dealer_id).where("id", "=", id);
  const row = await member.select(["first_name", "last_name"]).executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() : "";
}

/** The host's pending appointments in that time, as far as they are at this location. */
async function appointmentsInTheWay(
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
async function timeOffInTheWay(
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
async function locationsHosted(db: Db, dealer_id: number, host_id: number): Promise<number[]> {
  const hosted = db.selectFrom("appointments").where("dealer_id", "=", dealer_id).where("host_id", "=", host_id);
  const rows = await hosted.where("status", "=", 0).select("location_id").distinct().orderBy("location_id").execute();
  return rows.map(({ location_id }) => location_id);
}

/**
 * Reassigns a member's pending appointments; where the successor is busy, off, or not on the team, they get no host.
 * Both hosts are locked.
 */
async function reassignHosted(
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
