import { tzOffset } from "@date-fns/tz";

/** When a day's business begins and ends: minutes of the location's clocks, from 0 to 1440. */
export interface Span {
  readonly opens: number;
  readonly closes: number;
}

/** When a location does business, by its own clocks. */
export interface Hours {
  /** Seven days, Sunday first; null: closed. */
  readonly week: readonly (Span | null)[];
  /** Days without business, whatever the week says: YYYY-MM-DD. */
  readonly closed: readonly string[];
}

const nineToSix: Span = { opens: 9 * 60, closes: 18 * 60 };

/** What holds for a location that has chosen nothing: Monday to Saturday from 9 to 6. */
export const defaultHours: Hours = { week: [null, ...Array.from({ length: 6 }, () => nineToSix)], closed: [] };

const aMinute = 60_000;
const aDay = 24 * 60 * aMinute;

/** Dates end there. */
const endOfTime = new Date(8.64e15);

/** True while the clocks of the location show a time within the day's span. */
export function isOpen(hours: Hours, zone: string, at: Date): boolean {
  const wall = at.getTime() + offsetAt(zone, at.getTime());
  const midnight = Math.floor(wall / aDay) * aDay;
  const span = spanOn(hours, midnight);
  return span !== null && wall >= midnight + span.opens * aMinute && wall < midnight + span.closes * aMinute;
}

/** How many seconds of business lie between two instants, in whole seconds. */
export function businessSeconds(hours: Hours, zone: string, from: Date, to: Date): number {
  let total = 0;
  for (const { opens, closes } of openTimes(hours, zone, from, to)) total += closes.getTime() - opens.getTime();
  return Math.floor(total / 1000);
}

/** The first instant at which so many seconds of business have passed since `from`; undefined: the location never opens. */
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

/** The stretches of time between two instants in which the location is open, in their order. */
export function* openTimes(hours: Hours, zone: string, from: Date, to: Date): Generator<{ opens: Date; closes: Date }> {
  const until = to.getTime();
  for (let start = from.getTime(); start < until; ) {
    const end = sameOffsetUntil(zone, start, Math.min(start + aDay, until));
    const offset = offsetAt(zone, start);
    const [first, last] = [start + offset, end + offset];
    for (let midnight = Math.floor(first / aDay) * aDay; midnight < last; midnight += aDay) {
      const span = spanOn(hours, midnight);
      if (!span) continue;
      const opens = Math.max(first, midnight + span.opens * aMinute);
      const closes = Math.min(last, midnight + span.closes * aMinute);
      if (opens < closes) yield { opens: new Date(opens - offset), closes: new Date(closes - offset) };
    }
    start = end;
  }
}

/** Milliseconds that the zone's clocks are ahead of UTC. */
const offsetAt = (zone: string, time: number) => tzOffset(zone, new Date(time)) * aMinute;

/** The day's span, by its midnight as the clocks would show it in UTC. */
function spanOn({ week, closed }: Hours, midnight: number): Span | null {
  const day = new Date(midnight);
  if (closed.length > 0 && closed.includes(day.toISOString().slice(0, 10))) return null;
  return week[day.getUTCDay()] ?? null;
}

/** `end`, or the moment before it at which the clocks are put forward or back; at most a day is looked at. */
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
