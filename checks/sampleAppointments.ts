import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { appointmentCalendar } from "#domains/appointments/calendar/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { timeOff } from "#domains/appointments/timeOff/contract.ts";
import { calendarSource } from "#domains/meetings/busyTimes/contract.ts";
import { connectedCalendar } from "#domains/meetings/connectedCalendar/contract.ts";
import { meetings } from "#domains/meetings/contract.ts";
import { calendarFeed } from "#domains/meetings/feed/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { connectCalendar, goToCalendar } from "#testing/meetings/connectCalendar.ts";
import type { TestApp } from "#testing/testApp.ts";

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

/** An appointment with a room, to which the caller is invited; one that can be restored, one that was moved, and one still to come of another customer. */
export async function createAppointments(call: Caller, manager: Caller, [one, other]: readonly [number, number]) {
  const add = async (customer_id: number, when: typeof now | typeof later) =>
    (await call(appointments.add, { body: { ...when, title: "Visit", notes: "", customer_id } })).data.id;
  const meeting = { ...now, title: "Visit", notes: "", customer_id: one, url: "https://meet.example/room" };
  const user_ids = [(await call(accounts.profile)).data.id];
  const appointment = (await call(meetings.add, { body: { ...meeting, user_ids, mail_customer: 1 } })).data.id;
  await call(calendarFeed.renew);
  await call(calendarSource.set, { body: { url: "https://calendar.example/private.ics" } });
  await connectCalendar(call);
  // Somebody who goes to connect it again.
  await call(connectedCalendar.begin);
  const deletedAppointment = await add(one, later);
  await manager(appointments.remove, { params: { id: deletedAppointment } });
  await add(other, later);
  const movedAppointment = await add(other, { ...later, appointment_date: "2030-01-03" });
  const body = { starts: "2030-01-04T09:00", ends: "2030-01-04T10:00", version: 1, confirmed: 1 } as const;
  await call(appointmentCalendar.move, { params: { id: movedAppointment }, body });
  const days = { starts: "2020-02-01T00:00", ends: "2020-02-02T00:00", reason: "Training" };
  const off = await call(timeOff.add, { body: { user_id: user_ids[0] ?? 0, ...days } });
  return { appointment, deletedAppointment, movedAppointment, timeOff: off.data.id };
}

/** What the calls about connected calendars need before they succeed. */
export const calendarPreparations = {
  "connectedCalendar.finish": async ({ app, fresh }: { readonly app: TestApp; readonly fresh: Dealership }) => {
    const token = await app.token(fresh.owner);
    return { token, values: await goToCalendar(injectedCaller(app.http, token)) };
  },
  "connectedCalendar.disconnect": async ({ app, fresh }: { readonly app: TestApp; readonly fresh: Dealership }) => {
    const token = await app.token(fresh.owner);
    await connectCalendar(injectedCaller(app.http, token));
    return { token };
  },
};
