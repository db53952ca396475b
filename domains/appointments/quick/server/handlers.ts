import { Failure, orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { announceAppointment } from "#domains/appointments/server/facts.ts";
import { requireHost } from "#domains/appointments/server/hosts.ts";
import { deleteAppointment } from "#domains/appointments/server/store.ts";
import { requireCustomer } from "#domains/customers/server/public.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { weekOf } from "#domains/team/workingHours/server/public.ts";
import type { quickAppointments } from "../contract.ts";
import { canTakeBack, daysSearched, freeTimes } from "../rules.ts";
import { lockOwn, takenTimes } from "./store.ts";

const dayMs = 86_400_000;

export const quickAppointmentHandlers: Handlers<typeof quickAppointments> = {
  async freeTimes({ db, scope, now }, { body: { host_id = null, duration, customer_id } }) {
    if (customer_id !== undefined) await requireCustomer(db, scope, customer_id);
    const host = host_id === null ? null : (await requireHost(db, scope, host_id)).id;
    const { hours, time_zone: zone } = await hoursOf(db, scope);
    const own = host === null ? undefined : await weekOf(db, scope, host);
    const from = now();
    const to = new Date(from.getTime() + (daysSearched + 1) * dayMs);
    const taken = await takenTimes(db, scope, { from, to, host_id: host, customer_id });
    const days = freeTimes({ now: from, zone, hours, own, taken, minutes: duration });
    return { days: days.map(({ day, times }) => ({ day, times: times.map((time) => time.toISOString()) })) };
  },

  async takeBack(context, { params: { id } }) {
    const { db, scope, who, now, audit } = context;
    if (!canTakeBack(orNotFound(await lockOwn(db, scope, id, who.user_id)), now()))
      throw new Failure("conflict", "This appointment was changed since, or is too old to take back.");
    const { customer_id, datetime } = orNotFound(await deleteAppointment(db, scope, id, now()));
    const detail = { customer_id, datetime: datetime.toISOString() };
    await audit({ action: "took back", subject: "appointment", subject_id: id, detail });
    announceAppointment(context, scope, id);
    return { id };
  },
};
