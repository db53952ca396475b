import ICAL from "ical.js";
import { dayMs, readWall, type Wall } from "./calendarValues.ts";
import { icalFields, type ToInstant, wallOf } from "./zones.ts";

/** How many steps a rule may take: more than fifty years of every day. */
const maxSteps = 20_000;
/** Walls and instants of any zones are never further apart. */
const zoneMs = 2 * dayMs;

export interface RuleWindow {
  /** Occurrences that begin before it are of no interest. */
  readonly from: number;
  readonly before: number;
}

export interface RuleDates {
  /** Those near the window. */
  readonly walls: readonly number[];
  /** The rule was given up before it came to the window's end. */
  readonly isExhausted: boolean;
}

/**
 * The occurrences of a rule near a window, on the walls of its zone. A rule that counts is followed from its start; any
 * other begins shortly before the window, so that what began years ago costs nothing.
 *
 * @throws for what isn't a rule.
 */
export function ruleDates(rule: string, start: Wall, toInstant: ToInstant, window: RuleWindow): RuleDates {
  const { text, until } = withoutUntil(rule);
  const recur = ICAL.Recur.fromString(text);
  const last = until === undefined ? Number.POSITIVE_INFINITY : until.ms + (until.isDate ? dayMs - 1 : 0);
  // UTC's clocks and the zone's differ by less than a day: what ended long before is not looked at.
  if (last < window.from - zoneMs || start.ms > window.before + zoneMs) return { walls: [], isExhausted: false };
  const first = recur.count ? start.ms : skipAhead(recur, start.ms, window.from - zoneMs);
  const fields = icalFields(first);
  const begin = start.isDate
    ? ICAL.Time.fromData({ year: fields.year, month: fields.month, day: fields.day, isDate: true }, undefined as never)
    : ICAL.Time.fromData(fields, undefined as never);
  const dates = recur.iterator(begin);
  const walls: number[] = [];
  let steps = 0;
  for (let next = dates.next(); next; next = dates.next()) {
    const at = wallOf(next);
    if (at > window.before + zoneMs) return { walls, isExhausted: false };
    if (isAfter(at, until, toInstant, start.isDate)) return { walls, isExhausted: false };
    if (at >= window.from - zoneMs) walls.push(at);
    steps += 1;
    if (steps >= maxSteps) return { walls, isExhausted: true };
  }
  return { walls, isExhausted: false };
}

/** The rules' library passes over what it doesn't know, and a rule would have more dates; weeks by number it gets wrong. */
const readableParts =
  /^(FREQ|UNTIL|COUNT|INTERVAL|BY(SECOND|MINUTE|HOUR|DAY|MONTHDAY|YEARDAY|WEEKNO|MONTH|SETPOS)|WKST|SKIP|X-[\w-]+)=|^RSCALE=GREGORIAN$/;

/** UNTIL may be a day, a time of the zone or one of UTC, whatever the start is: it is compared here. */
function withoutUntil(rule: string): { readonly text: string; readonly until: Wall | undefined } {
  const parts = rule
    .replace(/\s+/g, "")
    .toUpperCase()
    .replace(/^RRULE:/, "")
    .split(";")
    .filter((part) => !/^([\w-]+=)?$/.test(part));
  const odd = parts.find((part) => !readableParts.test(part) || /^BYWEEKNO/.test(part));
  if (odd !== undefined) throw new Error(`Not a part of a rule: ${odd.slice(0, 40)}`);
  const until = parts.find((part) => part.startsWith("UNTIL="))?.slice(6);
  const read = until === undefined ? undefined : readWall(until);
  if (until !== undefined && !read) throw new Error(`No end: ${until}`);
  return { text: parts.filter((part) => !/^(UNTIL|RSCALE|SKIP|X-[\w-]+)=/.test(part)).join(";"), until: read };
}

function isAfter(at: number, until: Wall | undefined, toInstant: ToInstant, isDate: boolean): boolean {
  if (!until) return false;
  if (until.isDate || isDate) return Math.floor(at / dayMs) > Math.floor(until.ms / dayMs);
  if (!until.isUtc) return at > until.ms;
  if (Math.abs(at - until.ms) > zoneMs) return at > until.ms;
  return toInstant({ ms: at, isDate: false, isUtc: false }) > until.ms;
}

const stepMs: Readonly<Record<string, number>> = {
  SECONDLY: 1_000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: dayMs,
  WEEKLY: 7 * dayMs,
};

/** A later start with the same occurrences after it: whole intervals on. */
function skipAhead({ freq, interval, parts }: ICAL.Recur, start: number, to: number): number {
  const step = (stepMs[freq] ?? 0) * interval;
  if (step > 0) return start + Math.max(0, Math.floor((to - start) / step) - 1) * step;
  const date = new Date(start);
  // In a year or month without this day, a rule without days of its own would lose its day.
  if (date.getUTCDate() > 28 && !parts.BYDAY && !parts.BYMONTHDAY) return start;
  const months = freq === "YEARLY" ? 12 * interval : freq === "MONTHLY" ? interval : 0;
  if (months === 0) return start;
  const target = new Date(to - 366 * dayMs);
  const distance = 12 * (target.getUTCFullYear() - date.getUTCFullYear()) + target.getUTCMonth() - date.getUTCMonth();
  const moved = Math.floor(distance / months) * months;
  if (moved <= 0) return start;
  const day = Math.min(date.getUTCDate(), 28);
  const later = new Date(start);
  later.setUTCDate(day);
  later.setUTCMonth(date.getUTCMonth() + moved);
  return later.getTime();
}
