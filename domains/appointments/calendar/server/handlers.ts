import type { BodyOf } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { lengthText, longest, shortest } from "#domains/appointments/fields.ts";
import { boundsOfDay, dayAfter, hoursOn } from "#domains/appointments/rules.ts";
import { saveChange, warnAbout } from "#domains/appointments/server/saveChange.ts";
import { type AppointmentChange, type LockedAppointment, lockAppointment } from "#domains/appointments/server/store.ts";
import { appointmentRows } from "#domains/appointments/server/tableStore.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import { type appointmentCalendar, mostEntries } from "../contract.ts";
import { timeBetween } from "../rules.ts";
import { absencesBetween, keepMovedFrom, movedFrom, restoreAnswers } from "./store.ts";

export const calendarHandlers: Handlers<typeof appointmentCalendar> = {
  async view({ db, scope }, { body: { day, days, ...chosen } }) {
    const { hours, time_zone } = await hoursOf(db, scope);
    const shownDays = Array.from({ length: days }, (_, index) => dayAfter(day, index));
    const span = { from: boundsOfDay(day, time_zone).start, to: boundsOfDay(dayAfter(day, days - 1), time_zone).end };
    const order = { key: "datetime", dir: "asc", skip: 0, limit: mostEntries + 1 } as const;
    const filter = { ...chosen, endsAfter: span.from, before: span.to, search: "" };
    const rows = await appointmentRows(db, scope, filter, { ...order, after: undefined });
    const user_ids = (await membersAt(db, scope)).map(({ id }) => id);
    return {
      appointments: rows.slice(0, mostEntries),
      is_more: rows.length > mostEntries,
      hours: shownDays.map((one) => hoursOn(hours, one)),
      time_off: await absencesBetween(db, scope.dealer_id, { ...span, user_ids }),
    };
  },

  async move(context, { params: { id }, body }) {
    const before = orNotFound(await lockAppointment(context.db, context.scope, id));
    if (before.version !== body.version) throw new Failure("conflict", changedMeanwhile);
    return { id, version: await moveAppointment(context, id, before, body) };
  },

  async undoMove(context, { params: { id }, body: { version } }) {
    const before = orNotFound(await lockAppointment(context.db, context.scope, id));
    if (before.version !== version) throw new Failure("conflict", changedMeanwhile);
    return { id, version: await undoMove(context, id, before) };
  },
};

const changedMeanwhile = "Someone else changed this appointment. Reload it to see their changes.";
const customerHasAnother = () => new Failure("conflict", "This customer has another appointment at that time.");

type MoveRequest = BodyOf<typeof appointmentCalendar.move>;

/** Moves a locked appointment. @returns its version after that. */
async function moveAppointment(context: StaffContext, id: number, before: LockedAppointment, move: MoveRequest) {
  const { db, scope, now } = context;
  const { time_zone: zone } = await hoursOf(db, scope);
  const { datetime, duration } = timeOf(move, zone, before.datetime);
  const host_id = move.host_id === undefined ? before.host_id : move.host_id;
  const isElsewhen = datetime.getTime() !== before.datetime.getTime();
  const { title, type, notes, place, customer_id } = before;
  const change: AppointmentChange = {
    title,
    type,
    notes,
    place,
    customer_id,
    datetime,
    duration,
    host_id,
    status: isElsewhen && datetime > now() ? 0 : before.status,
    confirmed_at: isElsewhen ? null : before.confirmed_at,
  };
  const version = await saveChange(context, { id, before, change, zone, taken: customerHasAnother });
  if (version === before.version) return version;
  await warnAbout(context, { id, customer_id, datetime, duration }, move.confirmed);
  await keepMovedFrom(db, scope, id, {
    datetime: before.datetime.toISOString(),
    duration: before.duration,
    host_id: before.host_id,
    status: before.status,
    confirmed_at: before.confirmed_at?.toISOString() ?? null,
    confirmed_by: before.confirmed_by,
    change_asked_at: before.change_asked_at?.toISOString() ?? null,
  });
  return version;
}

function timeOf({ starts, ends }: MoveRequest, zone: string, now: Date) {
  const time = timeBetween(starts, ends, zone, now);
  if (time.problem === "skipped")
    throw invalidField("starts", "This time is skipped that day because the clocks change. Select another.");
  if (time.problem !== undefined) throw invalidField("ends", "Select an end time after the start");
  if (time.duration < shortest || time.duration > longest) throw invalidField("ends", lengthText);
  return time;
}

/** Takes back the last move of a locked appointment. @returns its version after that. */
async function undoMove(context: StaffContext, id: number, before: LockedAppointment): Promise<number> {
  const { db, scope } = context;
  const from = await movedFrom(db, scope, id);
  if (!from) throw new Failure("conflict", changedMeanwhile);
  const { title, type, notes, place, customer_id } = before;
  const change = {
    title,
    type,
    notes,
    place,
    customer_id,
    datetime: new Date(from.datetime),
    duration: from.duration,
    host_id: from.host_id,
    status: from.status,
    confirmed_at: from.confirmed_at === null ? null : new Date(from.confirmed_at),
  };
  const { time_zone: zone } = await hoursOf(db, scope);
  const version = await saveChange(context, { id, before, change, zone, taken: customerHasAnother });
  await restoreAnswers(db, scope, id, from);
  return version;
}
