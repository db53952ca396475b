import { Failure } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { saveChange } from "#domains/appointments/server/saveChange.ts";
import type { LockedAppointment } from "#domains/appointments/server/store.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { changedMeanwhile, customerHasAnother } from "./moveAppointment.ts";
import { movedFrom, restoreAnswers } from "./store.ts";

/** Takes back the last move of a locked appointment. @returns its version after that. */
export async function undoMove(context: StaffContext, id: number, before: LockedAppointment): Promise<number> {
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
