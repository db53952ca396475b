import type { Failure } from "#core/failure.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { appointmentEvents } from "../contract.ts";
import { changesBetween, statusNames } from "../rules.ts";
import { memberName } from "./hostStore.ts";
import { notifyHosts } from "./notifyHosts.ts";
import { orBusy, requireFreeHost, requireHost } from "./requireFreeHost.ts";
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
  const { db, scope, audit, publish } = context;
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
  publish(appointmentEvents.changed, { target_id: id });
  if (status === 0) await notifyHosts(context, { title: change.title, zone, before, after: change, host: name });
  return version;
}
