import type { Unit } from "#core/server/unit.ts";
import { businessSeconds } from "#domains/locations/hours/rules.ts";
import { hoursOfAll, type LocalHours } from "#domains/locations/hours/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import type { TaskRule } from "../contract.ts";
import { descriptions, dueWithin, patience } from "../rules.ts";
import { missedCalls, noShows, unconfirmed, waits } from "./causeStore.ts";
import { confirmTimes, dueAfter, wordsOf } from "./dueTimes.ts";
import { tellOfTasks } from "./settle.ts";
import { insertByRule, type RuleTask } from "./store.ts";

/** Makes the tasks that the rules ask for, of all businesses, and tells those to whom they fall. */
export async function makeTasks(unit: Unit): Promise<void> {
  const hours = await hoursOfAll(unit.db);
  const made = await insertByRule(unit.db, await wanted(unit, hours));
  tellOfTasks(unit, made);
  for (const { assigned_to, description, ...place } of made) {
    if (assigned_to === null) continue;
    const news = { kind: "task", title: "There is a task for you", text: description, chat_id: null } as const;
    await notify(unit, { ...place, user_ids: [assigned_to] }, news);
  }
}

interface Found {
  readonly dealer_id: number;
  readonly location_id: number;
  readonly customer_id: number;
  readonly cause: string;
  readonly since: Date;
  readonly assigned_to: number | null;
  readonly chat_id: number | null;
}

async function wanted({ db, now: clock }: Unit, all: Map<string, LocalHours>): Promise<RuleTask[]> {
  const now = clock();
  const hoursAt = ({ dealer_id, location_id }: Found) => all.get(`${dealer_id}:${location_id}`);
  const task = (rule: TaskRule, found: Found, description: string, due_at: Date, appointment_id?: number): RuleTask => {
    const { dealer_id, location_id, customer_id, cause, since, assigned_to, chat_id } = found;
    const about = { dealer_id, location_id, customer_id, chat_id, appointment_id: appointment_id ?? null };
    return { ...about, rule, cause, since, assigned_to, description, due_at, created_at: now };
  };

  const unreplied = (await waits(db, now)).flatMap((wait) => {
    const hours = hoursAt(wait);
    if (!hours || businessSeconds(hours.hours, hours.time_zone, wait.since, now) < patience) return [];
    return task("unreplied", wait, descriptions.unreplied(), dueAfter(hours, wait.since, dueWithin.unreplied));
  });
  const missed = (await missedCalls(db, now)).flatMap((call) => {
    const hours = hoursAt(call);
    if (!hours) return [];
    const due = dueAfter(hours, call.since, dueWithin.missed_call);
    return task("missed_call", call, descriptions.missed_call(call.has_voicemail), due);
  });
  const absent = (await noShows(db, now)).flatMap((visit) => {
    const hours = hoursAt(visit);
    if (!hours) return [];
    const due = dueAfter(hours, now, dueWithin.no_show);
    return task("no_show", visit, descriptions.no_show(visit.title), due, visit.appointment_id);
  });
  const toConfirm = (await unconfirmed(db, now)).flatMap((visit) => {
    const hours = hoursAt(visit);
    const times = hours && confirmTimes(hours, visit.datetime);
    if (!hours || !times || times.from > now) return [];
    const words = descriptions.unconfirmed(visit.title, wordsOf(visit.datetime, hours.time_zone));
    // One that was made after that day's business is due when it takes place.
    const due = times.until > now ? times.until : visit.datetime;
    return task("unconfirmed", visit, words, due, visit.appointment_id);
  });
  return [...unreplied, ...missed, ...absent, ...toConfirm];
}
