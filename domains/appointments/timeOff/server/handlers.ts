import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import { violatedConstraint } from "#core/server/postgres.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { timeBetween } from "#domains/appointments/calendar/rules.ts";
import { appointmentEvents } from "#domains/appointments/contract.ts";
import { lockHost, memberName } from "#domains/appointments/server/hosts.ts";
import { appointmentRows } from "#domains/appointments/server/tableStore.ts";
import { hoursOf } from "#domains/locations/hours/server/public.ts";
import { memberById, membersAt } from "#domains/team/server/public.ts";
import { type AppointmentsInTimeOff, mostListed, type timeOff } from "../contract.ts";
import { busyText, canChangeTimeOff, mostEntries, mostMinutes } from "../rules.ts";
import {
  countTimeOff,
  deleteTimeOff,
  insertTimeOff,
  lockTimeOff,
  type NewTimeOff,
  timeOffOf,
  updateTimeOff,
} from "./store.ts";

export const timeOffHandlers: Handlers<typeof timeOff> = {
  async list({ db, scope, now }) {
    return timeOffOf(db, scope.dealer_id, await teamIds({ db, scope }), now());
  },

  async add(context, { body }) {
    const { db, scope, who, now, audit, publish } = context;
    const { user_id, starts, ends, reason } = body;
    const member = await memberById(db, scope, user_id);
    if (!member) throw invalidField("user_id", "Select someone from the team");
    if (!canChangeTimeOff(who, user_id)) throw new Failure("forbidden", onlyOwn);
    const span = await spanOf(context, starts, ends);
    await lockByName(db, `time off ${user_id}`);
    if ((await countTimeOff(db, scope.dealer_id, user_id, now())) >= mostEntries)
      throw new Failure("conflict", "This person already has a lot of time off. Remove some first.");
    await requireFree(db, scope, { user_id, ...span });
    const entry = { dealer_id: scope.dealer_id, user_id, ...span, reason };
    const added = insertTimeOff(db, { ...entry, created_by: who.user_id, created_at: now() });
    const id = await added.catch((error) => {
      throw orAway(error, `${member.first_name} ${member.last_name}`.trim());
    });
    await audit({ action: "added", subject: "time off", subject_id: id, detail: detailOf(entry) });
    publish(appointmentEvents.changed, { target_id: id });
    return { id };
  },

  async update(context, { params: { id }, body: { starts, ends, reason } }) {
    const { db, scope, audit, publish } = context;
    const { user_id } = orNotFound(await lockTimeOff(db, scope.dealer_id, await changeableIds(context), id));
    const span = await spanOf(context, starts, ends);
    await requireFree(db, scope, { user_id, ...span });
    const name = await memberName(db, scope.dealer_id, user_id);
    await updateTimeOff(db, scope.dealer_id, id, { ...span, reason }).catch((error) => {
      throw orAway(error, name);
    });
    await audit({ action: "changed", subject: "time off", subject_id: id, detail: detailOf({ user_id, ...span }) });
    publish(appointmentEvents.changed, { target_id: id });
    return { id };
  },

  async remove(context, { params: { id } }) {
    const { db, scope, audit, publish } = context;
    const removed = orNotFound(await deleteTimeOff(db, scope.dealer_id, await changeableIds(context), id));
    await audit({ action: "removed", subject: "time off", subject_id: id, detail: detailOf(removed) });
    publish(appointmentEvents.changed, { target_id: id });
  },
};

const onlyOwn = "You can add your own time off. Ask a manager to add a colleague's.";

/** The instants between two local times of the location. */
async function spanOf({ db, scope }: StaffContext, starts: string, ends: string) {
  const time = timeBetween(starts, ends, (await hoursOf(db, scope)).time_zone, new Date(0));
  if (time.problem === "skipped")
    throw invalidField("starts", "This time is skipped that day because the clocks change. Select another.");
  if (time.problem !== undefined) throw invalidField("ends", "Select an end time after the start");
  if (time.duration > mostMinutes) throw invalidField("ends", "Select up to a year");
  return { starts_at: time.datetime, ends_at: new Date(time.datetime.getTime() + time.duration * 60_000) };
}

const detailOf = ({ user_id, starts_at, ends_at }: { user_id: number; starts_at: Date; ends_at: Date }) => ({
  user_id,
  from: starts_at.toISOString(),
  to: ends_at.toISOString(),
});

const teamIds = async ({ db, scope }: Pick<StaffContext, "db" | "scope">) =>
  (await membersAt(db, scope)).map(({ id }) => id);

/** Those whose time off the caller may change. */
const changeableIds = async (context: StaffContext) =>
  context.who.role === "agent" ? [context.who.user_id] : teamIds(context);

type PlannedSpan = Pick<NewTimeOff, "user_id" | "starts_at" | "ends_at">;

/**
 * Locks the member's appointments and refuses time off in which they have some here. Those at other locations are found by
 * the table's constraint; `orAway` words that.
 *
 * @throws Failure `conflict` with `AppointmentsInTimeOff`.
 */
async function requireFree(db: Db, scope: LocationScope, { user_id, starts_at, ends_at }: PlannedSpan): Promise<void> {
  await lockHost(db, scope.dealer_id, user_id);
  const filter = { host_id: user_id, status: 0 as const, endsAfter: starts_at, before: ends_at, search: "" };
  const order = { key: "datetime", dir: "asc", after: undefined, skip: 0, limit: mostListed } as const;
  const rows = await appointmentRows(db, scope, filter, order);
  if (rows.length === 0) return;
  const data: AppointmentsInTimeOff = {
    reason: "appointments",
    appointments: rows.map(({ datetime_us, created_us, ...row }) => ({
      ...row,
      datetime: row.datetime.toISOString(),
      ends_at: row.ends_at.toISOString(),
      created: row.created.toISOString(),
      confirmed_at: row.confirmed_at?.toISOString() ?? null,
      change_asked_at: row.change_asked_at?.toISOString() ?? null,
    })),
  };
  throw new Failure("conflict", busyText(await memberName(db, scope.dealer_id, user_id), rows.length), { data });
}

/** Words the refusal of the table's constraint; any other error stays as it is. */
function orAway(error: unknown, name: string): unknown {
  if (violatedConstraint(error) !== "host_times_not_off") return error;
  const data: AppointmentsInTimeOff = { reason: "appointments", appointments: [] };
  return new Failure("conflict", busyText(name, 0), { data });
}
