import { tzOffset } from "@date-fns/tz";
import { midnight } from "#core/periods.ts";
import { daysLater, wallTimeAt } from "#core/wallTime.ts";

/** A day's opening and closing time in minutes after local midnight, 0 to 1440. */
export interface Span {
  readonly opens: number;
  readonly closes: number;
}

/** A location's business hours in local time. */
export interface Hours {
  /** Seven days, Sunday first; null: closed. */
  readonly week: readonly (Span | null)[];
  /** Closed days that override the week: YYYY-MM-DD. */
  readonly closed: readonly string[];
}

const nineToSix: Span = { opens: 9 * 60, closes: 18 * 60 };

/** Default hours: Monday to Saturday from 9 to 6. */
export const defaultHours: Hours = { week: [null, ...Array.from({ length: 6 }, () => nineToSix)], closed: [] };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The latest representable date. */
const endOfTime = new Date(8.64e15);

/** True if the local time is within the day's span. */
export function isOpen(hours: Hours, zone: string, at: Date): boolean {
  const localTime = at.getTime() + offsetAt(zone, at.getTime());
  const midnight = Math.floor(localTime / dayMs) * dayMs;
  const span = spanOn(hours, midnight);
  return (
    span !== null && localTime >= midnight + span.opens * minuteMs && localTime < midnight + span.closes * minuteMs
  );
}

/** What a location's hours say about an instant: open, outside of the day's hours, or a day without business. */
export type Opening = "open" | "closed" | "holiday";

export function openingAt(hours: Hours, zone: string, at: Date): Opening {
  if (isOpen(hours, zone, at)) return "open";
  return hours.closed.includes(wallTimeAt(at, zone).date) ? "holiday" : "closed";
}

/** Further ahead than the longest row of closed days. */
const furthestMs = 400 * dayMs;

/** When the location is open again, which is `from` itself while it is open; undefined if it doesn't open. */
export function nextOpening(hours: Hours, zone: string, from: Date): Date | undefined {
  if (hours.week.every((span) => span === null)) return undefined;
  for (const { opens } of openTimes(hours, zone, from, new Date(from.getTime() + furthestMs))) return opens;
  return undefined;
}

/** When the location opens on a later day than that of `now`; undefined if it doesn't open. */
export const nextDayOpening = (hours: Hours, zone: string, now: Date): Date | undefined =>
  nextOpening(hours, zone, midnight(now, zone, 1));

/** When somebody will answer, in the location's own time: `tomorrow at 8:30 AM`; `shortly` while it is open, empty if it doesn't open. */
export function answerTime(hours: Hours, zone: string, now: Date): string {
  const opens = nextOpening(hours, zone, now);
  if (!opens) return "";
  if (opens.getTime() === now.getTime()) return "shortly";
  const [today, day] = [wallTimeAt(now, zone).date, wallTimeAt(opens, zone)];
  return `${dayInWords(today, day.date)} at ${clockInWords(day.minutes)}`;
}

function dayInWords(today: string, day: string): string {
  if (day === today) return "today";
  if (day === daysLater(today, 1)) return "tomorrow";
  const noon = new Date(`${day}T12:00:00Z`);
  const inWords = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(noon);
  if (day <= daysLater(today, 6)) return `on ${inWords({ weekday: "long" })}`;
  return `on ${inWords({ weekday: "long", month: "long", day: "numeric" })}`;
}

/** `8:30 AM` */
function clockInWords(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${hour < 12 ? "AM" : "PM"}`;
}

/** Whole seconds of business hours between two instants. */
export function businessSeconds(hours: Hours, zone: string, from: Date, to: Date): number {
  let total = 0;
  for (const { opens, closes } of openTimes(hours, zone, from, to)) total += closes.getTime() - opens.getTime();
  return Math.floor(total / 1000);
}

/** The first instant after `from` with so many seconds of business hours passed; undefined if the location never opens. */
export function afterBusinessSeconds(hours: Hours, zone: string, from: Date, seconds: number): Date | undefined {
  let left = seconds * 1000;
  if (left <= 0) return from;
  if (hours.week.every((span) => span === null)) return undefined;
  for (const { opens, closes } of openTimes(hours, zone, from, endOfTime)) {
    const length = closes.getTime() - opens.getTime();
    if (length >= left) return new Date(opens.getTime() + left);
    left -= length;
  }
  return undefined;
}

/** The open intervals between two instants, in order. */
export function* openTimes(hours: Hours, zone: string, from: Date, to: Date): Generator<{ opens: Date; closes: Date }> {
  const until = to.getTime();
  for (let start = from.getTime(); start < until; ) {
    const end = sameOffsetUntil(zone, start, Math.min(start + dayMs, until));
    const offset = offsetAt(zone, start);
    const [first, last] = [start + offset, end + offset];
    for (let midnight = Math.floor(first / dayMs) * dayMs; midnight < last; midnight += dayMs) {
      const span = spanOn(hours, midnight);
      if (!span) continue;
      const opens = Math.max(first, midnight + span.opens * minuteMs);
      const closes = Math.min(last, midnight + span.closes * minuteMs);
      if (opens < closes) yield { opens: new Date(opens - offset), closes: new Date(closes - offset) };
    }
    start = end;
  }
}

/** The zone's UTC offset in milliseconds. */
const offsetAt = (zone: string, time: number) => tzOffset(zone, new Date(time)) * minuteMs;

/** The span of the day whose local midnight, read as UTC, is `midnight`. */
function spanOn({ week, closed }: Hours, midnight: number): Span | null {
  const day = new Date(midnight);
  if (closed.length > 0 && closed.includes(day.toISOString().slice(0, 10))) return null;
  return week[day.getUTCDay()] ?? null;
}

/** `end`, or the earlier instant at which daylight saving time changes; needs `end - start` of at most a day. */
function sameOffsetUntil(zone: string, start: number, end: number): number {
  const offset = offsetAt(zone, start);
  if (offsetAt(zone, end) === offset) return end;
  let [same, other] = [start, end];
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (offsetAt(zone, middle) === offset) same = middle;
    else other = middle;
  }
  return other;
}
