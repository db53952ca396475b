import { tzOffset } from "@date-fns/tz";
import { afterBusinessSeconds, openTimes } from "#domains/locations/hours/rules.ts";
import type { LocalHours } from "#domains/locations/hours/server/public.ts";

const aMinute = 60_000;
const aDay = 24 * 60 * aMinute;

/** How many days before an appointment to search for the last business day. */
const daysBack = 8;

export interface DueTimes {
  readonly from: Date;
  readonly until: Date;
}

/** When `seconds` of business have passed; a day later if the location never opens. */
export function dueAfter({ hours, time_zone }: LocalHours, from: Date, seconds: number): Date {
  return afterBusinessSeconds(hours, time_zone, from, seconds) ?? new Date(from.getTime() + aDay);
}

/**
 * When to ask the customer to confirm: during the last business day before the appointment's day; without one in the
 * week before, all of the day before.
 */
export function confirmationTimes({ hours, time_zone }: LocalHours, datetime: Date): DueTimes {
  const midnight = startOfDay(time_zone, datetime);
  const before = new Date(midnight.getTime() - daysBack * aDay);
  let last: { opens: Date; closes: Date } | undefined;
  for (const span of openTimes(hours, time_zone, before, midnight)) {
    // A clock change may split one day's business into two spans.
    const goesOn = last !== undefined && last.closes.getTime() === span.opens.getTime();
    last = goesOn && last ? { opens: last.opens, closes: span.closes } : span;
  }
  if (last) return { from: last.opens, until: last.closes };
  return { from: startOfDay(time_zone, new Date(midnight.getTime() - 1)), until: midnight };
}

/** The start of an instant's day in a zone. */
function startOfDay(zone: string, instant: Date): Date {
  const offset = (time: number) => tzOffset(zone, new Date(time)) * aMinute;
  const wall = instant.getTime() + offset(instant.getTime());
  const midnight = Math.floor(wall / aDay) * aDay;
  // The offset may have changed since midnight.
  return new Date(midnight - offset(midnight - offset(instant.getTime())));
}

/** `Sun, Nov 22, 3:00 PM` in the zone. */
export function formatInZone(instant: Date, timeZone: string): string {
  const parts = { weekday: "short", month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat("en-US", { ...parts, timeZone }).format(instant).replace(/\u202f/g, " ");
}
