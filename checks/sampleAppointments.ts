import type { Caller } from "#core/client.ts";
import { appointments } from "#domains/appointments/contract.ts";

const now = {
  timeType: "now" as const,
  appointment_date: "",
  customTimeHours: "",
  customTimeMinutes: "",
  customTimeAmPm: "",
};
const later = {
  timeType: "custom" as const,
  appointment_date: "2030-01-02",
  customTimeHours: "09",
  customTimeMinutes: "00",
  customTimeAmPm: "AM",
};

/** An appointment, one that can be restored, and one still to come of another customer. */
export async function createAppointments(call: Caller, manager: Caller, [one, other]: readonly [number, number]) {
  const add = async (customer_id: number, when: typeof now | typeof later) =>
    (await call(appointments.add, { body: { ...when, title: "Visit", notes: "", customer_id } })).data.id;
  const appointment = await add(one, now);
  const deletedAppointment = await add(one, later);
  await manager(appointments.remove, { params: { id: deletedAppointment } });
  await add(other, later);
  return { appointment, deletedAppointment };
}
