import { instantAt, wallTimeAt } from "#core/wallTime.ts";
import { dayAfter, hoursOn } from "#domains/appointments/rules.ts";
import type { Hours } from "#domains/locations/hours/rules.ts";

const minuteMs = 60_000;
/** Times begin at full and half hours. */
const grid = 30;
/** The soonest time leaves a customer so long to get there, in minutes. */
const lead = 15;
/** How far one looks, how many days are offered, and how many times of each. */
export const daysSearched = 14;
const daysOffered = 3;
const timesOffered = 4;

/** How long the person who made an appointment can take it back, in milliseconds. */
export const takeBackMs = 10 * minuteMs;

export interface TakenTime {
  readonly from: Date;
  readonly to: Date;
}

interface Calendar {
  readonly now: Date;
  readonly zone: string;
  /** The location's. */
  readonly hours: Hours;
  /** The host's own; undefined: the location's. */
  readonly own: Hours["week"] | undefined;
  readonly taken: readonly TakenTime[];
  /** How long it takes. */
  readonly minutes: number;
}

/** Free times of the next days that have any, spread over each day. */
export function freeTimes(calendar: Calendar): { readonly day: string; readonly times: Date[] }[] {
  const today = wallTimeAt(calendar.now, calendar.zone).date;
  const days: { day: string; times: Date[] }[] = [];
  for (let index = 0; index < daysSearched && days.length < daysOffered; index += 1) {
    const day = dayAfter(today, index);
    const times = freeOn(day, calendar);
    if (times.length > 0) days.push({ day, times: spread(times) });
  }
  return days;
}

function freeOn(day: string, { now, zone, hours, own, taken, minutes }: Calendar): Date[] {
  const [open, works] = [hoursOn(hours, day), hoursOn({ week: own ?? hours.week, closed: hours.closed }, day)];
  if (!open || !works) return [];
  const [opens, closes] = [Math.max(open.opens, works.opens), Math.min(open.closes, works.closes)];
  const times: Date[] = [];
  for (let at = Math.ceil(opens / grid) * grid; at + minutes <= closes; at += grid) {
    const from = instantAt({ date: day, minutes: at }, zone, "refuse");
    if (!from || from.getTime() < now.getTime() + lead * minuteMs) continue;
    const to = from.getTime() + minutes * minuteMs;
    if (taken.every((one) => one.from.getTime() >= to || one.to <= from)) times.push(from);
  }
  return times;
}

/** The first, the last, and those in between at even distances. */
function spread(times: readonly Date[]): Date[] {
  if (times.length <= timesOffered) return [...times];
  const places = Array.from({ length: timesOffered }, (_, at) =>
    Math.round((at * (times.length - 1)) / (timesOffered - 1)),
  );
  return places.flatMap((place) => times[place] ?? []);
}

/** Whether someone can take back an appointment that they made. */
export const canTakeBack = (
  made: { readonly created: Date; readonly version: number; readonly status: number },
  now: Date,
): boolean => made.version === 1 && made.status === 0 && now.getTime() - made.created.getTime() <= takeBackMs;
