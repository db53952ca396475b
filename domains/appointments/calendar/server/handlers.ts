import { Failure, orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { boundsOfDay, dayAfter, hoursOn } from "#domains/appointments/rules.ts";
import { lockAppointment } from "#domains/appointments/server/store.ts";
import { appointmentRows } from "#domains/appointments/server/tableStore.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { membersAt } from "#domains/team/server/public.ts";
import { type appointmentCalendar, mostEntries } from "../contract.ts";
import { changedMeanwhile, moveAppointment } from "./moveAppointment.ts";
import { absencesBetween } from "./store.ts";
import { undoMove } from "./undoMove.ts";

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
