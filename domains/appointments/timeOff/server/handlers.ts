import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { CallResult, type Handlers, type StaffContext } from "#core/server/serve.ts";
import { timeBetween } from "#domains/appointments/calendar/rules.ts";
import { appointmentEvents } from "#domains/appointments/contract.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { memberById, membersAt } from "#domains/team/server/public.ts";
import type { timeOff } from "../contract.ts";
import { addedText, canChangeTimeOff, mostEntries, mostMinutes } from "../rules.ts";
import { countHosted, countTimeOff, deleteTimeOff, insertTimeOff, timeOffOf } from "./store.ts";

export const timeOffHandlers: Handlers<typeof timeOff> = {
  async list({ db, scope, now }) {
    return timeOffOf(db, scope.dealer_id, await teamIds({ db, scope }), now());
  },

  async add(context, { body }) {
    const { db, scope, who, now, audit, publish } = context;
    const { user_id, starts, ends, reason } = body;
    if (!(await memberById(db, scope, user_id))) throw invalidField("user_id", "Select someone from the team");
    if (!canChangeTimeOff(who, user_id)) throw new Failure("forbidden", onlyOwn);
    const time = timeBetween(starts, ends, (await hoursOf(db, scope)).time_zone, new Date(0));
    if (time.problem === "skipped")
      throw invalidField("starts", "This time is skipped that day because the clocks change. Select another.");
    if (time.problem !== undefined) throw invalidField("ends", "Select an end after the start");
    if (time.duration > mostMinutes) throw invalidField("ends", "Select a year at most");
    if ((await countTimeOff(db, scope.dealer_id, user_id, now())) >= mostEntries)
      throw new Failure("conflict", "This person has a lot of time off already. Remove some first.");
    const ends_at = new Date(time.datetime.getTime() + time.duration * 60_000);
    const entry = { dealer_id: scope.dealer_id, user_id, starts_at: time.datetime, ends_at, reason };
    const id = await insertTimeOff(db, { ...entry, created_by: who.user_id, created_at: now() });
    const detail = { user_id, from: entry.starts_at.toISOString(), to: ends_at.toISOString() };
    await audit({ action: "added", subject: "time off", subject_id: id, detail });
    publish(appointmentEvents.changed, { target_id: id });
    const appointments = await countHosted(db, scope, entry);
    return new CallResult(addedText(appointments), { id, appointments }, appointments > 0 ? "warning" : "success");
  },

  async remove(context, { params: { id } }) {
    const { db, scope, who, audit, publish } = context;
    const own = who.role === "agent" ? [who.user_id] : await teamIds(context);
    const { user_id, starts_at, ends_at } = orNotFound(await deleteTimeOff(db, scope.dealer_id, own, id));
    const detail = { user_id, from: starts_at.toISOString(), to: ends_at.toISOString() };
    await audit({ action: "removed", subject: "time off", subject_id: id, detail });
    publish(appointmentEvents.changed, { target_id: id });
  },
};

const onlyOwn = "You can add your own time off. Ask a manager to add a colleague's.";

const teamIds = async ({ db, scope }: Pick<StaffContext, "db" | "scope">) =>
  (await membersAt(db, scope)).map(({ id }) => id);
