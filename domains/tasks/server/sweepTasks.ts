import * as z from "zod/mini";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { hoursOfAll, type LocalHours } from "#domains/locations/hours/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { siteTitle } from "#domains/reputation/sites/rules.ts";
import { type TaskRule, taskEvents } from "../contract.ts";
import { descriptions, dueWithin, stateAfter } from "../rules.ts";
import {
  endedAppointments,
  endedReviews,
  endTasks,
  findChangeRequests,
  findLowReviews,
  findNoShows,
  findUnconfirmed,
  findUnrecorded,
  followReviews,
  type TaskCause,
} from "./causeStore.ts";
import { confirmationTimes, dueAfter, formatInZone } from "./dueTimes.ts";
import { insertByRule, type RuleTask } from "./store.ts";

/** Creates the rules' tasks, and ends the fulfilled ones. */
export const sweepTasksJob = job("tasks.sweep", z.object({}), { retries: 0, expires: 300, concurrency: 1 });

/** Ends fulfilled tasks of all businesses, then creates the rules' tasks. */
export async function sweepTasks({ within }: Server): Promise<void> {
  await within.eachCell("end tasks", (unit) => endFinishedTasks(unit));
  await within.eachCell("make tasks", makeTasks);
  await within.eachCell("follow reviews", async (unit) => publishTaskChanges(unit, await followReviews(unit.db)));
}

/** Creates the rules' tasks for all businesses, and notifies the assignees. */
async function makeTasks(unit: UnitOfWork): Promise<void> {
  const hours = await hoursOfAll(unit.db);
  const created = await insertByRule(unit.db, await tasksToMake(unit, hours));
  publishTaskChanges(unit, created);
  for (const { assigned_to, description, ...location } of created) {
    if (assigned_to === null) continue;
    const notification = { kind: "task", title: "New task", text: description, chat_id: null } as const;
    await notify(unit, { ...location, user_ids: [assigned_to] }, notification);
  }
}

async function tasksToMake(
  { db, now: clock }: UnitOfWork,
  hoursByLocation: Map<string, LocalHours>,
): Promise<RuleTask[]> {
  const now = clock();
  const hoursAt = ({ dealer_id, location_id }: LocationKey) => hoursByLocation.get(`${dealer_id}:${location_id}`);
  const task = (
    rule: TaskRule,
    source: Omit<TaskCause, "customer_id"> & { readonly customer_id: number | null },
    description: string,
    due_at: Date,
    { appointment_id = null, review_id = null }: { appointment_id?: number | null; review_id?: number | null } = {},
  ): RuleTask => {
    const { dealer_id, location_id, customer_id, cause, since, assigned_to, chat_id } = source;
    const about = { dealer_id, location_id, customer_id, chat_id, appointment_id, review_id };
    return { ...about, rule, cause, since, assigned_to, description, due_at, created_at: now };
  };

  const noShowTasks = (await findNoShows(db, now)).flatMap((appointment) => {
    const hours = hoursAt(appointment);
    if (!hours) return [];
    const due = dueAfter(hours, now, dueWithin.no_show);
    return task("no_show", appointment, descriptions.no_show(appointment.title), due, appointment);
  });
  const unconfirmedTasks = (await findUnconfirmed(db, now)).flatMap((appointment) => {
    const hours = hoursAt(appointment);
    const times = hours && confirmationTimes(hours, appointment.datetime);
    if (!hours || !times || times.from > now) return [];
    const words = descriptions.unconfirmed(appointment.title, formatInZone(appointment.datetime, hours.time_zone));
    // An appointment added after that day's business is due when it takes place.
    const due = times.until > now ? times.until : appointment.datetime;
    return task("unconfirmed", appointment, words, due, appointment);
  });
  const rescheduleTasks = (await findChangeRequests(db, now)).flatMap((appointment) => {
    const hours = hoursAt(appointment);
    if (!hours) return [];
    const { title, datetime, since } = appointment;
    const words = descriptions.reschedule(title, formatInZone(datetime, hours.time_zone));
    return task("reschedule", appointment, words, dueAfter(hours, since, dueWithin.reschedule), appointment);
  });
  const outcomeTasks = (await findUnrecorded(db, now)).flatMap((appointment) => {
    const hours = hoursAt(appointment);
    if (!hours) return [];
    const { title, customer_name } = appointment;
    const due = dueAfter(hours, now, dueWithin.outcome);
    return task("outcome", appointment, descriptions.outcome(customer_name, title), due, appointment);
  });
  const reviewTasks = (await findLowReviews(db, now)).flatMap(({ site_kind, site_title, ...review }) => {
    const hours = hoursAt(review);
    if (!hours) return [];
    const site = siteTitle({ kind: site_kind, title: site_title });
    const words = descriptions.review({ ...review, site }, review.customer_id !== null);
    return task("review", review, words, dueAfter(hours, now, dueWithin.review), review);
  });
  return [...noShowTasks, ...unconfirmedTasks, ...rescheduleTasks, ...outcomeTasks, ...reviewTasks];
}

/** Ends fulfilled and unnecessary tasks, of one location or of all. @returns how many. */
export async function endFinishedTasks(unit: UnitOfWork, place?: LocationKey): Promise<number> {
  const now = unit.now();
  const ended = [...(await endedAppointments(unit.db, now, place)), ...(await endedReviews(unit.db, place))];
  await endTasks(
    unit.db,
    ended.map((one) => ({ ...one, state: stateAfter(one.how) })),
    now,
  );
  publishTaskChanges(unit, ended);
  return ended.length;
}

/** Publishes one event per location with changed tasks. */
export function publishTaskChanges({ publish }: Pick<UnitOfWork, "publish">, changed: readonly LocationKey[]): void {
  const places = new Map(
    changed.map(({ dealer_id, location_id }) => [`${dealer_id}:${location_id}`, { dealer_id, location_id }]),
  );
  for (const place of places.values()) publish(taskEvents.changed, { target_id: null }, place);
}

export const taskWorkers = [worker(sweepTasksJob, sweepTasks, { schedule: "* * * * *" })];
