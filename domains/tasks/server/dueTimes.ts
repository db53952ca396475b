import { tzOffset } from "@date-fns/tz";
import { afterBusinessSeconds, openTimes } from "#domains/locations/hours/rules.ts";
import type { LocalHours } from "#domains/locations/hours/server/public.ts";

const aMinute = 60_000;
const aDay = 24 * 60 * aMinute;

/** How many days before an appointment a day of business is looked for, to ask on it whether the appointment holds. */
const daysBack = 8;

/** From when and until when something is to be done. */
export interface DueTimes {
  readonly from: Date;
  readonly until: Date;
}

/** When so many seconds of business have passed; a day later where the location never opens. */
export function dueAfter({ hours, time_zone }: LocalHours, from: Date, seconds: number): Date {
  return afterBusinessSeconds(hours, time_zone, from, seconds) ?? new Date(from.getTime() + aDay);
}

/**
 * From when and until when a customer is to be asked whether an appointment holds: the last day of business before its
 * day. Where there is none in the week before, all of the day before.
 */
export function confirmTimes({ hours, time_zone }: LocalHours, datetime: Date): DueTimes {
  const midnight = startOfDay(time_zone, datetime);
  const before = new Date(midnight.getTime() - daysBack * aDay);
  let last: { opens: Date; closes: Date } | undefined;
  for (const span of openTimes(hours, time_zone, before, midnight)) {
    // One day's business may come in two pieces, where the clocks change in it.
    const goesOn = last !== undefined && last.closes.getTime() === span.opens.getTime();
    last = goesOn && last ? { opens: last.opens, closes: span.closes } : span;
  }
  if (last) return { from: last.opens, until: last.closes };
  return { from: startOfDay(time_zone, new Date(midnight.getTime() - 1)), until: midnight };
}

/** The midnight with which an instant's day begins on the clocks of a zone. */
function startOfDay(zone: string, instant: Date): Date {
  const offset = (time: number) => tzOffset(zone, new Date(time)) * aMinute;
  const wall = instant.getTime() + offset(instant.getTime());
  const midnight = Math.floor(wall / aDay) * aDay;
  // The clocks may have been changed since.
  return new Date(midnight - offset(midnight - offset(instant.getTime())));
}

/** `Sun, Nov 22, 3:00 PM`, as the location's clocks show it. */
export function wordsOf(instant: Date, timeZone: string): string {
  const parts = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-US", { ...parts, timeZone }).format(instant).replace(/\u202f/g, " ");
}
