import type { BodyOf } from "#core/call.ts";
import { Failure, invalidField } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { lengthText, longest, shortest } from "#domains/appointments/fields.ts";
import { saveChange } from "#domains/appointments/server/saveChange.ts";
import type { AppointmentChange, LockedAppointment } from "#domains/appointments/server/store.ts";
import { warnAbout } from "#domains/appointments/server/warnAbout.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import type { appointmentCalendar } from "../contract.ts";
import { timeBetween } from "../rules.ts";
import { keepMovedFrom } from "./store.ts";

export const changedMeanwhile = "Someone else changed this appointment. Load it again to see their changes.";
export const customerHasAnother = () => new Failure("conflict", "This customer has another appointment at that time.");

type MoveRequest = BodyOf<typeof appointmentCalendar.move>;

/** Moves a locked appointment. @returns its version after that. */
export async function moveAppointment(context: StaffContext, id: number, before: LockedAppointment, move: MoveRequest) {
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
  if (time.problem !== undefined) throw invalidField("ends", "Select an end after the start");
  if (time.duration < shortest || time.duration > longest) throw invalidField("ends", lengthText);
  return time;
}
